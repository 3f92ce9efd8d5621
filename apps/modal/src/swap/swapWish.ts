import { parseCaip10, parseEvmAddress, type SwapTerms } from '@latchkey/chains'
import type { Namespace, NetworkId } from '../Modal.ts'
import type { SendWish, SwapOrder } from '../send/SendPlan.ts'

/** Namespaces that support swaps. Each has a row in `swapNetworks.ts`. */
export type SwapNamespace = Extract<Namespace, 'eip155' | 'solana'>

/** In base units of the network's coin, for a typical swap. `deposit`: the deposit of a new token account. */
export type SwapCosts = { readonly fee: bigint; readonly deposit: bigint }

export type SwapWish = SendWish & { readonly swap: SwapOrder }

/** The terms that the wallet frame receives and compares with. */
export const termsOf = (wish: SwapWish): SwapTerms => {
  const { token, units, swap } = wish
  const network = destinationOf(wish)
  return {
    give: { asset: assetOf(token.address), amount: units },
    get: { asset: assetOf(swap.get.address), minimum: swap.minimumUnits, ...(network !== null && { network }) },
  }
}

/** The other network that a swap brings tokens to; null where it stays on its own. */
export const destinationOf = ({ network, swap: { get } }: Pick<SwapWish, 'network' | 'swap'>): NetworkId | null =>
  get.chainId === network ? null : (get.chainId as NetworkId)

const assetOf = (address: string | undefined) =>
  address === undefined ? 'native' : parseEvmAddress(parseCaip10(address).address)
