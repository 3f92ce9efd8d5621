import { AppError, isAppError } from '@latchkey/protocol'
import type { createAccessTokens } from './accessTokens.ts'
import type { CallApi, CallAuthorised } from './callApi.ts'
import { within } from './within.ts'

/** How long it is waited for the service to say whether a session is still good, in milliseconds. */
const confirmPatienceMs = 1_500

/** What the service says when a session is over, or its device key is gone. */
const isOver = (error: unknown): boolean => isAppError(error, 'SESSION_EXPIRED') || isAppError(error, 'PROOF_INVALID')

type SessionCallsDeps = {
  api: CallApi
  tokens: ReturnType<typeof createAccessTokens>
  /** Ends a session of which the service says that it is over. */
  end: (sessionId: string) => Promise<void>
}

/** Returns the calls in the name of a session. Both fail with SESSION_EXPIRED when the service says that it is over, which ends it here. */
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
    /** Fails with SESSION_EXPIRED when the service says so, and TIMEOUT when it says nothing for a while. */
    confirm: (sessionId: string): Promise<unknown> =>
      within(confirmPatienceMs, endWhenOver(sessionId, tokens.current(sessionId))),
    /** Calls in the name of a session. */
    authorised:
      (sessionId: string): CallAuthorised =>
      async (name, request) => {
        const accessToken = await endWhenOver(sessionId, tokens.current(sessionId))
        try {
          return await api(name, request, { accessToken })
        } catch (error) {
          if (!isOver(error)) throw error
        }
        // The token was too old, the session is over, or it is the request that has expired: the service renews the token
        // in the first case and in the last.
        return await api(name, request, { accessToken: await endWhenOver(sessionId, tokens.renew(sessionId)) })
      },
  }
}
