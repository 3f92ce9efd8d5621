import { type ContractFunctionArgs, encodeFunctionData, parseAbi } from 'viem'
import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { SwapTerms } from '../swaps/swapTerms.ts'

/** Names from the vendor's source (github.com/lifinance/contracts, AcrossFacetV4 1.0.0 and LibSwap, read on 2026-11-28). */
export const lifiAbi = parseAbi([
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossV4Data acrossData) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridgeData, SwapData[] swapData, AcrossV4Data acrossData) payable',
])
type Args = ContractFunctionArgs<typeof lifiAbi, 'payable', 'swapAndStartBridgeTokensViaAcrossV4'>
type Plain = ContractFunctionArgs<typeof lifiAbi, 'payable', 'startBridgeTokensViaAcrossV4'>

const none = `0x${'0'.repeat(40)}` as EvmAddress
const wrapped = toChecksumAddress(`0x${'c'.repeat(40)}`)
const feeCollector = toChecksumAddress(`0x${'f'.repeat(40)}`)
const word = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** Changes to what the vendor's api builds. */
export type LifiChange = {
  bridge?: Record<string, unknown>
  across?: Record<string, unknown>
  /** Changes to the swap before the bridge. */
  swap?: Record<string, unknown>
  /** More swaps after the first. */
  more?: readonly Record<string, unknown>[]
}

/**
 * Encodes a call of LI.FI's diamond that bridges tokens to another network over Across: with the vendor's fee taken first, as its api
 * builds it for most users, or without. `until`: in seconds since 1970.
 */
export function lifiCall({
  terms: { give, get },
  account,
  until,
  hasFee = true,
  change: { bridge = {}, across = {}, swap = {}, more = [] } = {},
}: {
  terms: SwapTerms
  account: EvmAddress
  until: number
  hasFee?: boolean
  change?: LifiChange
}): Hex {
  const sending = give.asset === 'native' ? none : give.asset
  const bridged = hasFee ? give.amount - give.amount / 400n : give.amount
  const receiving = get.asset === 'native' ? none : get.asset
  const bridgeData = {
    transactionId: `0x${'ab'.repeat(32)}`,
    bridge: 'across',
    integrator: 'acme-wallet',
    referrer: none,
    sendingAssetId: sending,
    receiver: account,
    minAmount: bridged,
    destinationChainId: BigInt((get.network ?? 'eip155:1').slice('eip155:'.length)),
    hasSourceSwaps: hasFee,
    hasDestinationCall: false,
    ...bridge,
  }
  const fee = {
    callTo: feeCollector,
    approveTo: feeCollector,
    sendingAssetId: sending,
    receivingAssetId: sending,
    fromAmount: give.amount,
    callData: '0xdecade',
    requiresDeposit: true,
    ...swap,
  }
  const acrossData = {
    receiverAddress: word(account),
    refundAddress: word(account),
    sendingAssetId: word(sending === none ? wrapped : sending),
    receivingAssetId: word(receiving),
    outputAmount: get.minimum,
    // Rounded up: what arrives is rounded down.
    outputAmountMultiplier: (get.minimum * 10n ** 18n + bridged - 1n) / bridged,
    exclusiveRelayer: word(none),
    quoteTimestamp: until - 3600,
    fillDeadline: until,
    exclusivityParameter: 0,
    message: '0x',
    ...across,
  }
  // For the encoder, our addresses are strings.
  return hasFee
    ? encodeFunctionData({
        abi: lifiAbi,
        functionName: 'swapAndStartBridgeTokensViaAcrossV4',
        args: [bridgeData, [fee, ...more], acrossData] as unknown as Args,
      })
    : encodeFunctionData({
        abi: lifiAbi,
        functionName: 'startBridgeTokensViaAcrossV4',
        args: [bridgeData, acrossData] as unknown as Plain,
      })
}
