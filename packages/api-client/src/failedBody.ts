import { AppError, type ErrorDetails, isErrorName, type WireError } from '@latchkey/protocol/errors'

/** What is wrong, in words; `field` names the part of the request, as a path with dots. */
export type FailureReason = { field?: string; description: string }
/** The body of every answer that is a failure: `reasons` for any client of this contract, `error` for ours. */
export type FailedBody = { status: 'FAILED'; reasons: readonly FailureReason[]; error: WireError }

/** The body that tells of an error. Without `reasons` it is the error's own sentence. */
export const failedBody = (
  error: AppError,
  reasons: readonly FailureReason[] = [{ description: error.message }],
): FailedBody => ({ status: 'FAILED', reasons, error: error.toWire() })

/**
 * The error in the body of a failure, also when that is the error of a JSON-RPC answer; null when it holds none of ours.
 * Words are never taken from the wire: the message is the catalogue's.
 */
export const readFailedBody = (body: unknown): AppError | null => {
  const failure: unknown = Array.isArray(body) ? body[0] : body
  const error = isObject(failure) ? failure.error : undefined
  if (!isObject(error) || !isErrorName(error.name)) return null
  const ref = typeof error.ref === 'string' && /^[\w-]{1,64}$/.test(error.ref) ? error.ref : undefined
  return new AppError(error.name, { details: readDetails(error.details), ref })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const longestDetail = 256

const isDetail = (entry: [string, unknown]): entry is [string, string | number] => {
  const [, value] = entry
  return typeof value === 'string' ? value.length <= longestDetail : typeof value === 'number'
}

const readDetails = (value: unknown): ErrorDetails =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(isDetail))
