import { type Authority, createApiClient, endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, systemClock } from '../clock.ts'
import type { TokenKeys } from './tokens.ts'

/** The other authority, whose public keys are fetched. */
export type FetchAuthorityKeyOptions = {
  authority: Authority
  /** Where this process reaches it. */
  url: string
  fetch: typeof globalThis.fetch
  clock?: Clock
}

const rows = { api: 'apiKeys', custody: 'custodyKeys' } as const

/** How long its keys count as new; as known, while it is away; and how long a key that nobody knows is not asked for again. */
const [freshMs, knownMs, searchPauseMs] = [60_000, 600_000, 5_000]

type Known = { keys: ReadonlyMap<string, CryptoKey>; at: number }

/**
 * The verification keys of the other authority, asked for when they are needed: each minute, and at once for a key that is not among
 * them. What one believes of the other it believes by signature alone; they share no secret.
 *
 * Its keys throw SERVICE_UNREACHABLE while it has not answered for ten minutes: a key that it has retired must not count for longer.
 */
export function fetchAuthorityKey({
  authority,
  url,
  fetch,
  clock = systemClock,
}: FetchAuthorityKeyOptions): () => Promise<TokenKeys> {
  const { apiKeys, custodyKeys } = endpoints
  const client = createApiClient({
    endpoints: { apiKeys, custodyKeys },
    apiUrl: url,
    custodyUrl: url,
    projectId: 'authority',
    fetch,
  })
  let known: Known | null = null
  let asking: Promise<Known> | null = null

  const ask = async (): Promise<Known> => {
    const answered = await client.call(rows[authority], {})
    if (answered.authority !== authority) throw new AppError('SERVICE_UNREACHABLE')
    const keys = new Map<string, CryptoKey>()
    // A release of before has one.
    for (const { kid, ...jwk } of answered.signingKeys ?? [answered.signingKey])
      keys.set(kid, await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']))
    return { keys, at: clock.now().getTime() }
  }
  const askOnce = (): Promise<Known> => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
  /** What is known, when it is no older than that; asked for otherwise. */
  const newerThan = async (ms: number): Promise<Known> => {
    const now = clock.now().getTime()
    if (known !== null && now - known.at < ms) return known
    try {
      known = await askOnce()
      return known
    } catch (cause) {
      if (known !== null && now - known.at < knownMs) return known
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    }
  }
  const keys: TokenKeys = {
    since: null,
    async find(kid) {
      const found = (await newerThan(freshMs)).keys.get(kid)
      return found ?? (await newerThan(searchPauseMs)).keys.get(kid) ?? null
    },
  }
  return async () => keys
}
