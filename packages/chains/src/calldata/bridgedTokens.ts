import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { TypedDataStruct } from '../message/typedData.ts'
import { isWrappedNative } from './isWrappedNative.ts'

/** Coins of the network (`native`) or a token by its contract. */
export type Asset = 'native' | EvmAddress

/** An amount of something, in its smallest unit. */
export type Side = { asset: Asset; amount: bigint }

/**
 * Exactly `give` leaves, and at least `get` arrives on another network (CAIP-2). If the bridge doesn't deliver, `give` less `maxFeePercent` comes
 * back to `refundTo`, on this network, after `until` in seconds since 1970.
 */
export type BridgeEffect = {
  kind: 'bridge'
  give: Side
  get: Side & { network: string }
  to: EvmAddress
  refundTo: EvmAddress
  until: bigint
}

/** LI.FI writes a network's coin as no address. */
const coin = `0x${'0'.repeat(40)}`
const assetOf = (address: EvmAddress): Asset => (address === coin ? 'native' : address)

/** An address in a word, as Across has it; null for what is none. */
const addressIn = (word: unknown): EvmAddress | null => {
  const text = String(word)
  return /^0x0{24}[0-9a-f]{40}$/i.test(text) && !/^0x0+$/.test(text) ? toChecksumAddress(`0x${text.slice(26)}`) : null
}

/** One unit of the multiplier, by which the bridged amount is multiplied to get what has to arrive. */
const multiplierUnit = 10n ** 18n

/** The most that steps before the bridge may keep, in percent of the amount: the vendor takes about a quarter of one. */
const maxFeePercent = 1n

/**
 * What LI.FI's diamond is to bring to another network over the bridge Across (AcrossFacetV4), where a deposit names receiver, token and exactly
 * the amount: a relayer pays just this, or the deposit goes back to `refundTo` after `until`.
 *
 * Design: null for what isn't read, so that it is no swap for anyone: a call on the other network; another receiver for the bridge than for the
 * diamond; another token for the bridge than what the diamond holds; and a wrapped coin that would arrive, which the bridge unwraps for some
 * receivers. No contract enforces the minimum on this network: an offer that no relayer takes pays back the bridged amount only. So steps before
 * the bridge may take the vendor's fee of the same token, and nothing else.
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
  const give = swaps === undefined ? { asset: sending, amount: minAmount } : depositOf(swaps, sending)
  if (give === null || minAmount * 100n < give.amount * (100n - maxFeePercent)) return null
  const amount =
    swaps === undefined
      ? (across.outputAmount as bigint)
      : (minAmount * (across.outputAmountMultiplier as bigint)) / multiplierUnit
  const network = `eip155:${data.destinationChainId}`
  return { kind: 'bridge', give, get: { network, asset, amount }, to, refundTo, until: across.fillDeadline as bigint }
}

/** What steps before the bridge take from the account: the first one's amount, and nothing after it. Null where one makes another token of it. */
const depositOf = (steps: readonly TypedDataStruct[], asset: Asset): Side | null => {
  const [first, ...rest] = steps
  if (first?.requiresDeposit !== true || rest.some(({ requiresDeposit }) => requiresDeposit !== false)) return null
  const isSame = ({ sendingAssetId, receivingAssetId }: TypedDataStruct): boolean =>
    [sendingAssetId, receivingAssetId].every((each) => assetOf(each as EvmAddress) === asset)
  return steps.every(isSame) ? { asset, amount: first.fromAmount as bigint } : null
}
