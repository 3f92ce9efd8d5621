import { AppError, isAppError } from '@latchkey/protocol'
import type { createAccessTokens } from './accessTokens.ts'
import type { CallApi, CallAuthorised } from './callApi.ts'
import { within } from './within.ts'

/** The time limit for the service's answer whether a session is still valid, in milliseconds. */
const confirmTimeoutMs = 1_500

/** The service's errors for a session that is over, or whose device key is gone. */
const isOver = (error: unknown): boolean => isAppError(error, 'SESSION_EXPIRED') || isAppError(error, 'PROOF_INVALID')

type SessionCallsDeps = {
  api: CallApi
  tokens: ReturnType<typeof createAccessTokens>
  /** Ends a session that the service reports as over. */
  end: (sessionId: string) => Promise<void>
}

/** Returns the calls for a session. Both fail with SESSION_EXPIRED when the service reports that it is over, which ends it here. */
export const createSessionCalls = ({ api, tokens, end }: SessionCallsDeps) => {
  const endWhenOver = async <result>(sessionId: string, work: Promise<result>): Promise<result> => {
    try {
      return await work
    } catch (error) {
      if (!isOver(error)) throw error
      await end(sessionId)
      throw new AppError('SESSION_EXPIRED', { cause: error })
    }
  }

  return {
    /** Fails with SESSION_EXPIRED when the service reports it, and TIMEOUT without a response in time. */
    confirm: (sessionId: string): Promise<unknown> =>
      within(confirmTimeoutMs, endWhenOver(sessionId, tokens.current(sessionId))),
    /** Calls on behalf of a session. */
    authorised:
      (sessionId: string): CallAuthorised =>
      async (name, request) => {
        const accessToken = await endWhenOver(sessionId, tokens.current(sessionId))
        try {
          return await api(name, request, { accessToken })
        } catch (error) {
          if (!isOver(error)) throw error
        }
        // The token was too old, the session is over, or the request itself has expired: the service renews the token
        // in the first case and in the last.
        return await api(name, request, { accessToken: await endWhenOver(sessionId, tokens.renew(sessionId)) })
      },
  }
}
