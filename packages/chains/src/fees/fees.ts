import { AppError } from '@latchkey/protocol/errors'

/** Fees that a dapp may request, in wei per gas. */
export type RequestedFees = { gasPrice?: bigint; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint }

/** Fees in a transaction, in wei per gas. */
export type Fees =
  | { model: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { model: 'legacy'; gasPrice: bigint }

const maxUint256 = 2n ** 256n - 1n

/**
 * Checks the fee rules of specification section 5. Throws GAS_PRICE_CONFLICT (two fee models at once), FEE_CAP_TOO_HIGH (any fee above 256
 * bits), TIP_ABOVE_FEE_CAP.
 */
export function checkFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: RequestedFees): void {
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined))
    throw new AppError('GAS_PRICE_CONFLICT')
  for (const fee of [gasPrice, maxFeePerGas, maxPriorityFeePerGas])
    if (fee !== undefined && fee > maxUint256) throw new AppError('FEE_CAP_TOO_HIGH')
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    throw new AppError('TIP_ABOVE_FEE_CAP')
}

/** Returns a transaction's maximum fee, in wei. Rollups may add a data fee on top. */
export const worstCaseFee = (gas: bigint, fees: Fees): bigint =>
  gas * (fees.model === 'legacy' ? fees.gasPrice : fees.maxFeePerGas)

/** Rejects a transaction that the account can't pay for: value and maximum fee, in wei. Throws INSUFFICIENT_FUNDS. */
export function checkFunds({
  balance,
  value,
  gas,
  fees,
}: {
  balance: bigint
  value: bigint
  gas: bigint
  fees: Fees
}): void {
  if (value + worstCaseFee(gas, fees) > balance) throw new AppError('INSUFFICIENT_FUNDS')
}
