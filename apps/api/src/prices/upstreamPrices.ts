import { createApiClient, type Fungible, fungiblePrice } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { PriceSource } from './priceSource.ts'

export type UpstreamPricesOptions = {
  /** A server of the same contract: scheme, host, port, no trailing slash. */
  url: string
  /** Our project there. */
  projectId: string
  fetch: typeof globalThis.fetch
}

/** Our caller waits 10 s: it must have an answer by then. */
const timeoutMs = 8_000

/** Prices from any server of the same contract. */
export const createUpstreamPrices = ({ url, projectId, fetch }: UpstreamPricesOptions): PriceSource => {
  const client = createApiClient({
    endpoints: { fungiblePrice },
    apiUrl: url,
    // No row of custody is forwarded.
    custodyUrl: url,
    projectId,
    fetch,
  })
  return {
    async prices(tokens): Promise<Fungible[]> {
      const request = { currency: 'usd', addresses: tokens.map(({ said }) => said) } as const
      try {
        return (await client.call('fungiblePrice', request, { signal: AbortSignal.timeout(timeoutMs) })).fungibles
      } catch (cause) {
        // Any error, an unknown key included, is between us and the server: the caller can do nothing about it.
        throw new AppError('SERVICE_UNREACHABLE', { cause })
      }
    },
  }
}
