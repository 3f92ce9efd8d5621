import { type ContractFunctionArgs, encodeFunctionData, parseAbi } from 'viem'
import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import type { SwapTerms } from '../swaps/swapTerms.ts'

/** Names from the vendor's source (a public copy of MetaAggregationRouterV2.sol, read on 2026-11-28). */
const abi = parseAbi([
  'struct SwapDescriptionV2 { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct SwapExecutionParams { address callTarget; address approveTarget; bytes targetData; SwapDescriptionV2 desc; bytes clientData; }',
  'function swap(SwapExecutionParams execution) payable returns (uint256 returnAmount, uint256 gasUsed)',
])
const [coin, none, executor] = ['e', '0', '6'].map((digit) => toChecksumAddress(`0x${digit.repeat(40)}`)) as [
  EvmAddress,
  EvmAddress,
  EvmAddress,
]
type Args = ContractFunctionArgs<typeof abi, 'payable', 'swap'>

/** Changes to what the vendor's api builds. */
export type KyberSwapChange = {
  srcToken?: EvmAddress
  dstToken?: EvmAddress
  srcReceivers?: EvmAddress[]
  srcAmounts?: bigint[]
  feeReceivers?: EvmAddress[]
  feeAmounts?: bigint[]
  dstReceiver?: EvmAddress
  amount?: bigint
  minReturnAmount?: bigint
  flags?: bigint
  permit?: Hex
  approveTarget?: EvmAddress
}

/** Encodes a call of MetaAggregationRouterV2's `swap`, as the vendor's api builds it without a fee: the executor gets all of a token. */
export function kyberSwapCall({
  terms: { give, get },
  account,
  approveTarget = none,
  ...change
}: { terms: SwapTerms; account: EvmAddress } & KyberSwapChange): Hex {
  const isToken = give.asset !== 'native'
  const desc = {
    srcToken: isToken ? give.asset : coin,
    dstToken: get.asset === 'native' ? coin : get.asset,
    srcReceivers: isToken ? [executor] : [],
    srcAmounts: isToken ? [give.amount] : [],
    feeReceivers: [],
    feeAmounts: [],
    dstReceiver: account,
    amount: give.amount,
    minReturnAmount: get.minimum,
    flags: 0x200n,
    permit: '0x',
    ...change,
  } as const
  const clientData = '0x7b22536f75726365223a2274657374227d'
  const execution = { callTarget: executor, approveTarget, targetData: '0xdecade', desc, clientData }
  // For the encoder, our addresses are strings.
  return encodeFunctionData({ abi, functionName: 'swap', args: [execution] as unknown as Args })
}
