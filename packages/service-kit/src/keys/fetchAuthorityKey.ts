import { type Authority, createApiClient, endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { VerifyingKeys } from './tokens.ts'

export type FetchAuthorityKeyOptions = {
  authority: Authority
  /** Where this process reaches it. */
  url: string
  fetch: typeof globalThis.fetch
}

const rows = { api: 'apiKeys', custody: 'custodyKeys' } as const

/**
 * The verification key of the other authority, asked for when it is first needed and kept from then on: each has one for good.
 * What one believes of the other it believes by signature alone; they share no secret.
 *
 * Throws SERVICE_UNREACHABLE while it does not answer.
 */
export function fetchAuthorityKey({ authority, url, fetch }: FetchAuthorityKeyOptions): () => Promise<VerifyingKeys> {
  const { apiKeys, custodyKeys } = endpoints
  const client = createApiClient({
    endpoints: { apiKeys, custodyKeys },
    apiUrl: url,
    custodyUrl: url,
    projectId: 'authority',
    fetch,
  })
  let known: Promise<CryptoKey> | null = null

  const ask = async (): Promise<CryptoKey> => {
    const answered = await client.call(rows[authority], {})
    if (answered.authority !== authority) throw new AppError('SERVICE_UNREACHABLE')
    return crypto.subtle.importKey('jwk', answered.signingKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])
  }
  return () => {
    known ??= ask().catch((cause: unknown) => {
      known = null
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    })
    return known
  }
}
