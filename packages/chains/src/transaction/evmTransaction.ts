import type { EvmAddress } from '../address/evmAddress.ts'
import { checkChainId } from '../caip/chainId.ts'
import type { Fees, RequestedFees } from '../fees/fees.ts'
import type { Hex } from '../hex/hex.ts'

/** EIP-2930: storage keys are 32 bytes each. */
export type AccessList = readonly { readonly address: EvmAddress; readonly storageKeys: readonly Hex[] }[]

/** A parsed transaction as a dapp requests it with `eth_sendTransaction`: the wallet fills absent fields. */
export type EvmTransaction = RequestedFees & {
  from: EvmAddress
  /** `null` creates a contract. */
  to: EvmAddress | null
  /** Wei. */
  value: bigint
  data: Hex
  /** 0 legacy (EIP-155), 1 with access list (EIP-2930), 2 with tip (EIP-1559). */
  type?: 0 | 1 | 2
  chainId?: number
  nonce?: number
  gas?: bigint
  accessList?: AccessList
}

/** A transaction with every field that is signed. Fees are wei per gas. */
export type UnsignedTransaction = {
  chainId: number
  nonce: number
  gas: bigint
  to: EvmAddress | null
  value: bigint
  data: Hex
} & (
  | { type: 0; gasPrice: bigint }
  | { type: 1; gasPrice: bigint; accessList: AccessList }
  | { type: 2; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; accessList: AccessList }
)

/**
 * Fills the fields that the dapp omitted; the ones it set stay. The fees, from `planFees`, determine the type. Throws CHAIN_ID_MISMATCH
 * when the dapp requested another chain.
 */
export function completeTransaction(
  request: EvmTransaction,
  fill: { chainId: number; nonce: number; gas: bigint; fees: Fees },
): UnsignedTransaction {
  checkChainId(request.chainId, fill.chainId)
  const { to, value, data, accessList } = request
  const { chainId, fees } = fill
  const common = { chainId, nonce: request.nonce ?? fill.nonce, gas: request.gas ?? fill.gas, to, value, data }
  if (fees.model === 'eip1559') {
    const { maxFeePerGas, maxPriorityFeePerGas } = fees
    return { type: 2, ...common, maxFeePerGas, maxPriorityFeePerGas, accessList: accessList ?? [] }
  }
  const { gasPrice } = fees
  return accessList || request.type === 1
    ? { type: 1, ...common, gasPrice, accessList: accessList ?? [] }
    : { type: 0, ...common, gasPrice }
}
