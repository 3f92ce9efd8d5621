import {
  type AccountCall,
  checkFees,
  decodeCalls,
  type EvmAddress,
  type Hex,
  hybridAccount,
  parseEvmAddress,
  parseUserOperationRequest,
  smartAccountContracts,
  type UserOperationRequest,
} from '@latchkey/chains'
import { AppError, type RpcParams } from '@latchkey/protocol'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { OperationNumbers, OperationPlan, PaymasterFields } from './OperationPlan.ts'
import { checkCalls } from './readCalls.ts'

const numbers = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const satisfies readonly (keyof OperationNumbers)[]

/**
 * Reads `eth_sendUserOperation` (ERC-4337, EntryPoint 0.7). The wallet fills the fields that the page left open; a
 * signature in it is ignored. A paymaster may be named only where every number is given: otherwise the signed operation
 * would differ from the one that the paymaster agreed to.
 *
 * Throws CHAIN_NOT_SUPPORTED for another EntryPoint, UNAUTHORIZED for another sender, TOO_LARGE, FEE_CAP_TOO_HIGH,
 * TIP_ABOVE_FEE_CAP, as `parseUserOperationRequest`, and INVALID_PARAMS (`details.field`) for anything that the wallet can't
 * describe: unreadable calls, a factory other than the account's own, code for the account to run.
 */
export const readOperation = (
  [written, entryPoint]: RpcParams<'eth_sendUserOperation'>,
  account: SmartAccount,
): OperationPlan => {
  if (entryPoint !== undefined && parseEvmAddress(entryPoint) !== smartAccountContracts.entryPoint) {
    throw new AppError('CHAIN_NOT_SUPPORTED')
  }
  const operation = parseUserOperationRequest(written)
  if (operation.sender !== account.address) throw new AppError('UNAUTHORIZED')
  if (operation.authorization !== undefined) refuse('eip7702Auth')
  const calls = callsOf(operation.callData)
  checkCalls(calls, account.address)
  checkFactory(operation, account)
  const given = Object.fromEntries(
    numbers.flatMap((name) => (operation[name] === undefined ? [] : [[name, operation[name]]])),
  ) as Partial<OperationNumbers>
  checkFees(given)
  const paymaster = paymasterOf(operation)
  if (paymaster !== null && numbers.some((name) => given[name] === undefined)) refuse('paymaster')
  return { calls, callData: operation.callData, given: paymaster === null ? given : { ...given, paymaster } }
}

function refuse(field: string): never {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

const callsOf = (callData: Hex): readonly AccountCall[] => decodeCalls(callData) ?? refuse('callData')

/** Until it is deployed, only the account's own factory may be named. */
const checkFactory = ({ factory, factoryData }: UserOperationRequest, account: SmartAccount): void => {
  if (factory === undefined) return
  if (account.kind !== 'hybrid') refuse('factory')
  const own = hybridAccount(account.owner as EvmAddress)
  if (factory !== own.factory) refuse('factory')
  if (factoryData?.toLowerCase() !== own.factoryData.toLowerCase()) refuse('factoryData')
}

const paymasterOf = (operation: UserOperationRequest): PaymasterFields | null => {
  const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
  if (paymaster === undefined) return null
  if (paymasterVerificationGasLimit === undefined) refuse('paymasterVerificationGasLimit')
  return {
    paymaster,
    paymasterData: paymasterData ?? '0x',
    paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? 0n,
  }
}
