import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { TypedDataStruct } from '../message/typedData.ts'
import { isWrappedNative } from './isWrappedNative.ts'

/** The network's native coin (`native`) or a token by its contract. */
export type Asset = 'native' | EvmAddress

/** An amount of something, in its smallest unit. */
export type Side = { asset: Asset; amount: bigint }

/**
 * Exactly `give` leaves, and at least `get` arrives on another network (CAIP-2); otherwise `give` is returned to `refundTo`, on this
 * network, after `until` in seconds since 1970.
 */
export type BridgeEffect = {
  kind: 'bridge'
  give: Side
  get: Side & { network: string }
  to: EvmAddress
  refundTo: EvmAddress
  until: bigint
}

/** LI.FI uses the zero address for a network's native coin. */
const coin = `0x${'0'.repeat(40)}`
const assetOf = (address: EvmAddress): Asset => (address === coin ? 'native' : address)

/** Returns the address in a word, as Across encodes it; null for anything else. */
const addressIn = (word: unknown): EvmAddress | null => {
  const text = String(word)
  return /^0x0{24}[0-9a-f]{40}$/i.test(text) && !/^0x0+$/.test(text) ? toChecksumAddress(`0x${text.slice(26)}`) : null
}

/** The unit of the multiplier that turns the swapped amount into the amount to arrive. */
const multiplierUnit = 10n ** 18n

/**
 * Decodes what LI.FI's diamond bridges to another network over Across (AcrossFacetV4). A deposit there contains receiver, token and the
 * exact amount: a relayer pays just this, or the deposit is refunded to `refundTo` after `until`.
 *
 * Design: null for what isn't read, so that it never counts as a swap: a call on the other network; a different receiver for the bridge
 * than for the diamond; a different token for the bridge than the diamond holds; preceding swaps that take from the account more than once;
 * and a wrapped coin that would arrive, which the bridge unwraps for some receivers.
 */
export const bridgedTokens = ({ bridgeData, swapData, acrossData }: TypedDataStruct): BridgeEffect | null => {
  const data = bridgeData as TypedDataStruct
  const across = acrossData as TypedDataStruct
  const swaps = swapData as readonly TypedDataStruct[] | undefined
  const sending = assetOf(data.sendingAssetId as EvmAddress)
  const minAmount = data.minAmount as bigint
  const [to, refundTo, asset] = [across.receiverAddress, across.refundAddress, across.receivingAssetId].map(addressIn)
  if (!to || !refundTo || !asset || isWrappedNative(asset)) return null
  const isPlain =
    data.hasDestinationCall === false &&
    data.hasSourceSwaps === (swaps !== undefined) &&
    across.message === '0x' &&
    data.receiver === to &&
    (sending === 'native' || addressIn(across.sendingAssetId) === sending)
  if (!isPlain) return null
  const give = swaps === undefined ? { asset: sending, amount: minAmount } : depositOf(swaps)
  if (give === null) return null
  const amount =
    swaps === undefined
      ? (across.outputAmount as bigint)
      : (minAmount * (across.outputAmountMultiplier as bigint)) / multiplierUnit
  const network = `eip155:${data.destinationChainId}`
  return { kind: 'bridge', give, get: { network, asset, amount }, to, refundTo, until: across.fillDeadline as bigint }
}

/** Returns what swaps before the bridge take from the account: only the first one's amount. */
const depositOf = (swaps: readonly TypedDataStruct[]): Side | null => {
  const [first, ...rest] = swaps
  if (first?.requiresDeposit !== true || rest.some(({ requiresDeposit }) => requiresDeposit !== false)) return null
  return { asset: assetOf(first.sendingAssetId as EvmAddress), amount: first.fromAmount as bigint }
}
