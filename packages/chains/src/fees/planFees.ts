import { checkFees, type Fees, type RequestedFees } from './fees.ts'

/**
 * Current network fees, in wei per gas: on an EIP-1559 network the next block's base fee and the tip required for inclusion, on a legacy
 * network its gas price.
 */
export type FeeMarket = { baseFeePerGas: bigint; priorityFeePerGas: bigint } | { gasPrice: bigint }

/**
 * Plans a transaction's fees from the dapp's request, completed from the market. The network's fee model takes precedence; a cap from the
 * dapp stays a cap. The default cap is twice the base fee plus the tip: six full blocks in a row. Throws like `checkFees`.
 *
 * @param type the transaction type that the dapp requires, if any: 0 and 1 pay by gas price on every network.
 */
export function planFees(requested: RequestedFees, market: FeeMarket, type?: 0 | 1 | 2): Fees {
  checkFees(requested)
  if (requested.gasPrice !== undefined) return { model: 'legacy', gasPrice: requested.gasPrice }
  if ('gasPrice' in market) {
    const gasPrice = min(market.gasPrice, requested.maxFeePerGas)
    return { model: 'legacy', gasPrice }
  }
  const { baseFeePerGas, priorityFeePerGas } = market
  // A gas price is paid in full, so it leaves room for only one full block.
  if (type === 0 || type === 1)
    return { model: 'legacy', gasPrice: baseFeePerGas + baseFeePerGas / 8n + priorityFeePerGas }

  const maxPriorityFeePerGas = requested.maxPriorityFeePerGas ?? min(priorityFeePerGas, requested.maxFeePerGas)
  const maxFeePerGas = requested.maxFeePerGas ?? 2n * baseFeePerGas + maxPriorityFeePerGas
  checkFees({ maxFeePerGas, maxPriorityFeePerGas })
  return { model: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

const min = (a: bigint, b: bigint | undefined): bigint => (b !== undefined && b < a ? b : a)
