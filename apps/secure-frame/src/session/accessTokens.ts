import type { SessionTokens } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { CallApi, Lock } from './callApi.ts'
import type { SessionStore } from './sessionStore.ts'

/** A token this close to its expiry is renewed first, in milliseconds: it has to last for the call and its retries. */
const marginMs = 30_000

export type AccessTokens = {
  /** Returns a token of the session that is valid long enough to be used. Fails with SESSION_EXPIRED or SERVICE_UNREACHABLE. */
  current(sessionId: string): Promise<string>
  /** Returns a new one, regardless of the old one's age: the service did not accept it. */
  renew(sessionId: string): Promise<string>
  /** Stores the first token of a new session. */
  adopt(sessionId: string, tokens: SessionTokens): void
  forget(): void
}

export type AccessTokensDeps = {
  api: CallApi
  store: SessionStore
  lock: Lock
  now: () => number
}

/**
 * Keeps access tokens in memory only. One refresh runs at a time, in all tabs of the site: each use of a refresh token
 * replaces it, so the second tab must read what the first one stored, or the service would treat it as theft.
 */
export const createAccessTokens = ({ api, store, lock, now }: AccessTokensDeps): AccessTokens => {
  let held: { sessionId: string; token: string; until: number } | null = null
  let renewing: { sessionId: string; token: Promise<string> } | null = null

  const adopt = (sessionId: string, { accessToken, expiresInSeconds }: SessionTokens): void => {
    held = { sessionId, token: accessToken, until: now() + expiresInSeconds * 1000 - marginMs }
  }

  const refresh = (sessionId: string): Promise<string> =>
    lock('latchkey-refresh', async () => {
      const { session } = await store.read()
      if (session?.sessionId !== sessionId) throw new AppError('SESSION_EXPIRED')
      const { tokens } = await api('refreshSession', { refreshToken: session.refreshToken })
      await store.update((items) =>
        items.session?.sessionId === sessionId
          ? { ...items, session: { ...items.session, refreshToken: tokens.refreshToken } }
          : items,
      )
      adopt(sessionId, tokens)
      return tokens.accessToken
    })

  const renew = (sessionId: string): Promise<string> => {
    if (renewing?.sessionId === sessionId) return renewing.token
    const mine = {
      sessionId,
      token: refresh(sessionId).finally(() => {
        if (renewing === mine) renewing = null
      }),
    }
    renewing = mine
    return mine.token
  }

  return {
    adopt,
    renew,
    current: async (sessionId) =>
      held !== null && held.sessionId === sessionId && held.until > now() ? held.token : renew(sessionId),
    forget: () => {
      held = null
    },
  }
}
