import { dummySignature, smartAccountContracts, userOperationToJson, usualOverheadGas } from '@latchkey/chains'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { ownRequester } from '../chain/sharer.ts'
import { type PaidOperation, stubPaymasterData } from './paymasterData.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'
import type { Lending } from './requireOwnCode.ts'

/** A tenth of the gas that calls leave unused goes to the bundler: below this it is not worth abusing. */
const freeCallGas = 300_000n
/** Twice what deploying an account and checking its signature need; a test measures them. */
export const maxVerificationGas = 600_000n
/** Bundlers add a margin, wallets some more. */
const maxTimes = 2n

/**
 * Throws SPONSOR_REFUSED for an operation that takes far more gas than it needs where that is paid out even if unused: before its calls,
 * for its bytes, and a tenth of what its calls leave. The bundler, which may be its sender, gets it. Beyond what bytes cost on any chain,
 * our own bundler's estimate decides.
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
  if (estimate === null) refuseSponsoring('the gas it needs is unknown')
  if (preVerificationGas > maxTimes * BigInt(estimate.preVerificationGas))
    refuseSponsoring('it takes far more gas than its bytes need')
  if (callGasLimit > freeCallGas && callGasLimit > maxTimes * BigInt(estimate.callGasLimit))
    refuseSponsoring('it takes far more gas than its calls need')
}

type Estimate = { preVerificationGas: string; callGasLimit: string }

/** Null when it is unknown: the bundler is unreachable, or the operation would fail. */
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
    // Checked when it is used: for estimates, a placeholder is enough.
    ...(lending === null ? {} : { authorization: { ...lending, r: 1n, s: 1n, yParity: 0 as const } }),
  }
  const params = [userOperationToJson(whole), smartAccountContracts.entryPoint]
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_estimateUserOperationGas', params }
  const [answered] = [await rpcProxy.answer(chainId, request, ownRequester(operation.sender))].flat()
  return answered === undefined || 'error' in answered ? null : (answered.result as Estimate)
}
