import { type FeeMarket, type FeeModel, findNetwork, readFeeMarket } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { PaidOperation } from './paymasterData.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'

/** The most gas of one transaction (EIP-7825): an operation above it can't be mined. */
const maxGas = 16_777_216n
/** Fees rise while a user reads: three times what a wallet plans now (`planFees`) is nine full blocks in a row. */
const maxTimes = 3n

/** Returns the most that the EntryPoint charges for an operation, in wei (EntryPoint 0.7, `_getRequiredPrefund`). */
export const maxCostOf = (operation: PaidOperation): bigint => gasOf(operation) * operation.maxFeePerGas

const gasOf = (operation: PaidOperation): bigint =>
  operation.callGasLimit +
  operation.verificationGasLimit +
  operation.preVerificationGas +
  operation.paymasterVerificationGasLimit +
  operation.paymasterPostOpGasLimit

/**
 * Throws SPONSOR_REFUSED for an operation that offers far more than the network requires, or takes more gas than a transaction can: its
 * bundler, which may be its sender, keeps the difference. CHAIN_UNREACHABLE.
 */
export async function requireSaneCost(operation: PaidOperation, rpcProxy: RpcProxy, chainId: string): Promise<void> {
  const { maxFeePerGas, maxPriorityFeePerGas } = operation
  if (gasOf(operation) > maxGas) refuseSponsoring('it takes more gas than a transaction can')
  if (operation.callGasLimit === 0n && operation.callData !== '0x') refuseSponsoring('its gas is not estimated yet')
  if (maxPriorityFeePerGas > maxFeePerGas) refuseSponsoring('its fees contradict each other')
  const most = maxFees(await readMarket(rpcProxy, chainId))
  if (maxFeePerGas > most.fee || maxPriorityFeePerGas > most.tip)
    refuseSponsoring('it offers far more than the network asks')
}

/** Some nodes suggest no tip at all, and bundlers want one: it may be as high as the base fee. */
const maxFees = (market: FeeMarket): { fee: bigint; tip: bigint } => {
  if ('gasPrice' in market) return { fee: maxTimes * market.gasPrice, tip: maxTimes * market.gasPrice }
  const { baseFeePerGas, priorityFeePerGas } = market
  return {
    fee: maxTimes * (2n * baseFeePerGas + priorityFeePerGas),
    tip: baseFeePerGas + maxTimes * priorityFeePerGas,
  }
}

const feeModelOf = (chainId: string): FeeModel => {
  const network = findNetwork(chainId)
  return network !== undefined && 'feeModel' in network ? network.feeModel : 'eip1559'
}

async function readMarket(rpcProxy: RpcProxy, chainId: string) {
  try {
    return await readFeeMarket(feeModelOf(chainId), async (method, params) => {
      const [answered] = [await rpcProxy.answer(chainId, { jsonrpc: '2.0', id: 1, method, params })].flat()
      if (answered === undefined || 'error' in answered) throw answered?.error
      return answered.result as never
    })
  } catch (cause) {
    throw new AppError('CHAIN_UNREACHABLE', { cause })
  }
}
