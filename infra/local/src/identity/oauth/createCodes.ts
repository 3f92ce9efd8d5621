import { randomBytes } from 'node:crypto'
import type { Grant } from './oauthRow.ts'

/** The grant behind an authorization code. */
export type IssuedCode = {
  /** RFC 7636, S256; null without PKCE. */
  challenge: string | null
  grant: Grant
}

/** Milliseconds. */
const codeLifeMs = 600_000
const tokenLifeMs = 3_600_000

/** Maps random texts to values, for a limited time. */
const createKept = <Kept>(lifeMs: number, now: () => number) => {
  const kept = new Map<string, { value: Kept; untilMs: number }>()
  const dropOld = (): void => {
    for (const [key, { untilMs }] of kept) if (untilMs < now()) kept.delete(key)
  }
  const find = (key: string): Kept | undefined => {
    dropOld()
    return kept.get(key)?.value
  }
  return {
    put: (value: Kept): string => {
      dropOld()
      const key = randomBytes(32).toString('base64url')
      kept.set(key, { value, untilMs: now() + lifeMs })
      return key
    },
    find,
    take: (key: string): Kept | undefined => {
      const found = find(key)
      kept.delete(key)
      return found
    },
  }
}

/** One provider's authorization codes, each valid for one exchange within ten minutes, and the grants of its access tokens. */
export const createCodes = (now: () => number) => {
  const codes = createKept<IssuedCode>(codeLifeMs, now)
  const tokens = createKept<Grant>(tokenLifeMs, now)
  return { issueCode: codes.put, takeCode: codes.take, issueToken: tokens.put, findGrant: tokens.find }
}
