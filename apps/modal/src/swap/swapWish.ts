import { parseCaip10, parseEvmAddress, type SwapTerms } from '@latchkey/chains'
import type { Namespace } from '../Modal.ts'
import type { SendWish, SwapOrder } from '../send/SendPlan.ts'

/** Where swaps can be made. What each needs is a row of `swapNetworks.ts`. */
export type SwapNamespace = Extract<Namespace, 'eip155' | 'solana'>

/** In base units of the network's coin, as a typical swap costs them. `deposit`: what a new account for tokens keeps. */
export type SwapCosts = { readonly fee: bigint; readonly deposit: bigint }

export type SwapWish = SendWish & { readonly swap: SwapOrder }

/** What the wallet frame is told and compares with. */
export const termsOf = ({ token, units, swap: { get, minimumUnits } }: SwapWish): SwapTerms => ({
  give: { asset: assetOf(token.address), amount: units },
  get: { asset: assetOf(get.address), minimum: minimumUnits },
})

const assetOf = (address: string | undefined) =>
  address === undefined ? 'native' : parseEvmAddress(parseCaip10(address).address)
