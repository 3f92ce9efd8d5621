import type { Hex } from '../hex/hex.ts'
import { refuse } from '../refuse.ts'
import type { UserOperation } from './userOperation.ts'

/** The fields of `PackedUserOperation` (EntryPoint 0.7) that combine several others. */
export type PackedFields = { initCode: Hex; accountGasLimits: Hex; gasFees: Hex; paymasterAndData: Hex }

/** Packs a user operation. Throws INVALID_PARAMS when a limit or a fee exceeds 128 bits. */
export function packUserOperation(operation: UserOperation): PackedFields {
  const { factory, factoryData = '0x', paymaster, paymasterData = '0x' } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const payment =
    paymaster && `${paymaster.toLowerCase()}${halves(paymasterVerificationGasLimit, paymasterPostOpGasLimit)}`
  return {
    initCode: factory === undefined ? '0x' : (`${factory.toLowerCase()}${factoryData.slice(2)}` as Hex),
    accountGasLimits: `0x${halves(operation.verificationGasLimit, operation.callGasLimit)}`,
    gasFees: `0x${halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas)}`,
    paymasterAndData: payment === undefined ? '0x' : (`${payment}${paymasterData.slice(2)}` as Hex),
  }
}

/** Packs two numbers in one word: 16 bytes each. */
const halves = (...numbers: readonly [bigint, bigint]): string =>
  numbers
    .map((number) => (number >= 0n && number < 2n ** 128n ? number.toString(16).padStart(32, '0') : refuse('gas')))
    .join('')
