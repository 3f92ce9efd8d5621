import { randomBytes } from 'node:crypto'
import type { Grant } from './oauthRow.ts'

/** An authorization code's other half: what it was given for. */
export type IssuedCode = {
  /** RFC 7636, S256; null without PKCE. */
  challenge: string | null
  grant: Grant
}

/** Milliseconds. */
const codeLifeMs = 600_000
const tokenLifeMs = 3_600_000

/** Things that a random text stands for, for a while. */
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

/** One provider's authorization codes, each good for one exchange within ten minutes, and what its access tokens stand for. */
export const createCodes = (now: () => number) => {
  const codes = createKept<IssuedCode>(codeLifeMs, now)
  const tokens = createKept<Grant>(tokenLifeMs, now)
  return { issueCode: codes.put, takeCode: codes.take, issueToken: tokens.put, findGrant: tokens.find }
}
