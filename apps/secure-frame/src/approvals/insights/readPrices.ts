import type { ApiClient, fungiblePrice } from '@latchkey/api-client'

/** The address that stands for an EVM chain's own coin (ERC-7528). */
export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export type PriceClient = ApiClient<{ fungiblePrice: typeof fungiblePrice }>

/** Returns US dollars for one whole token of each of these on a network (CAIP-2 ID), in order; null if unknown. */
export type ReadPrices = (caipNetworkId: string, addresses: readonly string[]) => Promise<(number | null)[]>

/** Reads prices from the service. Fails as the service. */
export const readPrices =
  (client: PriceClient, projectId: string): ReadPrices =>
  async (caipNetworkId, tokens) => {
    const addresses = tokens.map((token) => `${caipNetworkId}:${token}`)
    const { fungibles } = await client.call('fungiblePrice', { projectId, currency: 'usd', addresses })
    const prices = new Map(fungibles.map(({ address, price }) => [address, price]))
    return addresses.map((address) => prices.get(address) ?? null)
  }
