import { dummySignature, smartAccountContracts, userOperationToJson, usualOverheadGas } from '@latchkey/chains'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { ownRequester } from '../chain/sharer.ts'
import { type PaidOperation, stubPaymasterData } from './paymasterData.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'
import type { Lending } from './requireOwnCode.ts'

/** A tenth of the gas that calls leave unused goes to whoever bundles: of this much it is too little to be worth it. */
const freeCallGas = 300_000n
/** Twice what the deployment of an account and the check of its signature need; a test measures them. */
export const maxVerificationGas = 600_000n
/** Bundlers leave room, wallets some more. */
const maxTimes = 2n

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
  if (verificationGasLimit > maxVerificationGas) refuseSponsoring('it takes far more gas than its check needs')
  if (preVerificationGas <= maxTimes * usualOverheadGas(operation, lending !== null) && callGasLimit <= freeCallGas)
    return
  const estimate = await estimateGas(operation, lending, rpcProxy, chainId)
  if (estimate === null) refuseSponsoring('nobody says how much gas it needs')
  if (preVerificationGas > maxTimes * BigInt(estimate.preVerificationGas))
    refuseSponsoring('it takes far more gas than its bytes need')
  if (callGasLimit > freeCallGas && callGasLimit > maxTimes * BigInt(estimate.callGasLimit))
    refuseSponsoring('it takes far more gas than its calls need')
}

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
  const [answered] = [await rpcProxy.answer(chainId, request, ownRequester(operation.sender))].flat()
  return answered === undefined || 'error' in answered ? null : (answered.result as Estimate)
}
