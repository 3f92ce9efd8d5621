import type { ApiClient, fungiblePrice } from '@latchkey/api-client'

/** The address that stands for a chain's own coin (ERC-7528). */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export type PriceClient = ApiClient<{ fungiblePrice: typeof fungiblePrice }>

/** US dollars for one coin of each network (CAIP-2 id), as the service knows it; null where nobody does. Fails as the service. */
export const readNativePrice =
  (client: PriceClient, projectId: string) =>
  async (caipNetworkId: string): Promise<number | null> => {
    const addresses = [`${caipNetworkId}:${coin}`]
    const { fungibles } = await client.call('fungiblePrice', { projectId, currency: 'usd', addresses })
    return fungibles[0]?.price ?? null
  }
