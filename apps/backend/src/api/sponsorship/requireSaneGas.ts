import { dummySignature, smartAccountContracts, userOperationToJson } from '@latchkey/chains'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { type PaidOperation, stubPaymasterData } from './paymasterData.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'
import type { Lending } from './requireOwnCode.ts'

/**
 * What a transaction with one operation costs beside what the EntryPoint meters: the transaction, the EntryPoint's own steps, an
 * authorization (EIP-7702), and each byte. A network that posts its data elsewhere asks for more, which its bundler knows.
 */
const cost = { fixed: 40_000n, authorization: 25_000n, byte: 16n }
/** What `handleOps` writes around the bytes of an operation, our contract's data and a signature. */
const ownBytes = 900
/** A tenth of the gas that calls leave unused goes to whoever bundles: of this much it is too little to be worth it. */
const freeCallGas = 300_000n
/** Twice what the deployment of an account and the check of its signature need; a test measures them. */
export const mostVerificationGas = 600_000n
/** Bundlers leave room, wallets some more. */
const mostTimes = 2n

/**
 * Throws SPONSOR_REFUSED for an operation that takes far more gas than it needs where that is paid out whether or not it is
 * used: before its calls, for its bytes, and by a tenth of what its calls leave. Whoever bundles gets it, and that may be its
 * sender. Beyond what bytes cost anywhere, our own bundler is asked.
 *
 * @param lending what makes the account smart beside the operation.
 */
export async function requireSaneGas(
  operation: PaidOperation,
  lending: Lending,
  rpcProxy: RpcProxy,
  chainId: string,
): Promise<void> {
  const { preVerificationGas, callGasLimit, verificationGasLimit } = operation
  if (verificationGasLimit > mostVerificationGas) refuseSponsoring('it takes far more gas than its check needs')
  if (preVerificationGas <= mostTimes * usualCost(operation, lending) && callGasLimit <= freeCallGas) return
  const estimate = await estimateGas(operation, lending, rpcProxy, chainId)
  if (estimate === null) refuseSponsoring('nobody says how much gas it needs')
  if (preVerificationGas > mostTimes * BigInt(estimate.preVerificationGas))
    refuseSponsoring('it takes far more gas than its bytes need')
  if (callGasLimit > freeCallGas && callGasLimit > mostTimes * BigInt(estimate.callGasLimit))
    refuseSponsoring('it takes far more gas than its calls need')
}

const usualCost = ({ callData, factoryData = '0x' }: PaidOperation, lending: Lending): bigint =>
  cost.fixed +
  (lending === null ? 0n : cost.authorization) +
  cost.byte * BigInt(ownBytes + (callData.length + factoryData.length - 4) / 2)

type Estimate = { preVerificationGas: string; callGasLimit: string }

/** Null when it is not known: the bundler is away, or what would happen fails. */
async function estimateGas(
  operation: PaidOperation,
  lending: Lending,
  rpcProxy: RpcProxy,
  chainId: string,
): Promise<Estimate | null> {
  const whole = {
    ...operation,
    paymasterData: stubPaymasterData(),
    signature: dummySignature,
    // Checked when it is used: to estimate with, its place is enough.
    ...(lending === null ? {} : { authorization: { ...lending, r: 1n, s: 1n, yParity: 0 as const } }),
  }
  const params = [userOperationToJson(whole), smartAccountContracts.entryPoint]
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_estimateUserOperationGas', params }
  const [answered] = [await rpcProxy.answer(chainId, request, operation.sender)].flat()
  return answered === undefined || 'error' in answered ? null : (answered.result as Estimate)
}
