import { type Authority, createApiClient, endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, systemClock } from '../clock.ts'
import type { TokenKeys } from './tokens.ts'

/** The other authority, whose public keys are fetched. */
export type FetchAuthorityKeyOptions = {
  authority: Authority
  /** The URL at which this process reaches it. */
  url: string
  fetch: typeof globalThis.fetch
  clock?: Clock
}

const rows = { api: 'apiKeys', custody: 'custodyKeys' } as const

/**
 * How long its keys count as current; how long they are still used while it is unavailable; and the minimum time between lookups of an
 * unknown key.
 */
const [freshMs, knownMs, searchPauseMs] = [60_000, 600_000, 5_000]

type Known = { keys: ReadonlyMap<string, CryptoKey>; at: number }

/**
 * Fetches the other authority's verification keys on demand: once a minute, and at once for an unknown key. The authorities trust each
 * other only by signature; they share no secret.
 *
 * Its keys throw SERVICE_UNREACHABLE when it has not responded for ten minutes: a retired key must not count for longer.
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
    // The previous release sends only one.
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
  /** Returns the cached keys if they are no older than `ms`; fetches them otherwise. */
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
