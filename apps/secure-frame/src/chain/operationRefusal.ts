import { operationFailure } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** Why a bundler does not take an operation, in words. Its own stay in `cause`, which crosses no boundary. */
export const operationRefusal = (error: unknown): AppError =>
  new AppError('OPERATION_REFUSED', { cause: error, details: { reason: operationFailure(error) } })

/** What ERC-7769 has a bundler say of an operation that it does not take, and JSON-RPC of parameters that it cannot read. */
const refusing = [
  -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508, -32521, -32602,
] as const satisfies readonly number[]

/**
 * What a bundler's error says of an operation that it was handed: OPERATION_REFUSED where it does not take it, by a code of
 * the EntryPoint or of ERC-7769. Whatever else went wrong with it leaves open whether it has: BUNDLER_UNREACHABLE.
 */
export const sendFailure = (error: unknown): AppError => {
  const { code, message } = errorOf(error)
  const refusal = operationRefusal(error)
  const isOfEntryPoint = /\bAA\d\d\b/.test(`${message} ${refusal.details.reason}`)
  return isOfEntryPoint || refusing.some((each) => each === code)
    ? refusal
    : new AppError('BUNDLER_UNREACHABLE', { cause: error })
}

/** Whether a bundler's error says that it has this very operation already. */
export const isKnownAlready = (error: unknown): boolean =>
  /already (?:known|imported|present)|already in (?:the )?mempool/i.test(String(errorOf(error).message))

const errorOf = (error: unknown): { code?: unknown; message?: unknown } =>
  typeof error === 'object' && error !== null ? error : {}
