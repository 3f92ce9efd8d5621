import { createApiClient, endpoints } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'

export type FetchCustodyKeyOptions = {
  /** Where this process reaches custody. */
  custodyUrl: string
  fetch: typeof globalThis.fetch
}

/**
 * Custody's verification key, asked for when it is first needed and kept from then on: custody has one for good. What the
 * api believes of custody it believes by signature alone; they share no secret.
 *
 * Throws SERVICE_UNREACHABLE while custody does not answer.
 */
export function fetchCustodyKey({ custodyUrl, fetch }: FetchCustodyKeyOptions): () => Promise<CryptoKey> {
  const { custodyKeys } = endpoints
  const client = createApiClient({
    endpoints: { custodyKeys },
    apiUrl: custodyUrl,
    custodyUrl,
    projectId: 'api',
    fetch,
  })
  let known: Promise<CryptoKey> | null = null

  const ask = async (): Promise<CryptoKey> => {
    const { authority, signingKey } = await client.call('custodyKeys', {})
    if (authority !== 'custody') throw new AppError('SERVICE_UNREACHABLE')
    return crypto.subtle.importKey('jwk', signingKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])
  }
  return () => {
    known ??= ask().catch((cause: unknown) => {
      known = null
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    })
    return known
  }
}
