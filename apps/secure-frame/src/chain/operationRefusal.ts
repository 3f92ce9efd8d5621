import { operationFailure } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** Returns why a bundler refuses an operation, in words. The bundler's own message stays in `cause`, which crosses no boundary. */
export const operationRefusal = (error: unknown): AppError =>
  new AppError('OPERATION_REFUSED', { cause: error, details: { reason: operationFailure(error) } })

/** The error codes of ERC-7769 for a refused operation, and of JSON-RPC for invalid parameters. */
const refusing = [
  -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508, -32521, -32602,
] as const satisfies readonly number[]

/**
 * Converts a bundler's error for a sent operation: OPERATION_REFUSED where it refuses it, by a code of the EntryPoint or of
 * ERC-7769. After any other error the bundler may have taken it: BUNDLER_UNREACHABLE.
 */
export const sendFailure = (error: unknown): AppError => {
  const { code, message } = errorOf(error)
  const refusal = operationRefusal(error)
  const isOfEntryPoint = /\bAA\d\d\b/.test(`${message} ${refusal.details.reason}`)
  return isOfEntryPoint || refusing.some((each) => each === code)
    ? refusal
    : new AppError('BUNDLER_UNREACHABLE', { cause: error })
}

/** Returns whether a bundler's error means that it has this very operation already. */
export const isKnownAlready = (error: unknown): boolean =>
  /already (?:known|imported|present)|already in (?:the )?mempool/i.test(String(errorOf(error).message))

const errorOf = (error: unknown): { code?: unknown; message?: unknown } =>
  typeof error === 'object' && error !== null ? error : {}
