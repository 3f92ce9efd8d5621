import { parseCaip10, parseEvmAddress, type SwapTerms } from '@latchkey/chains'
import type { SendWish, SwapOrder } from '../send/SendPlan.ts'

export type SwapWish = SendWish & { readonly swap: SwapOrder }

/** What the wallet frame is told and compares with. */
export const termsOf = ({ token, units, swap: { get, minimumUnits } }: SwapWish): SwapTerms => ({
  give: { asset: assetOf(token.address), amount: units },
  get: { asset: assetOf(get.address), minimum: minimumUnits },
})

const assetOf = (address: string | undefined) =>
  address === undefined ? 'native' : parseEvmAddress(parseCaip10(address).address)
