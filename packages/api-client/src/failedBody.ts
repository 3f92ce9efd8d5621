import { AppError, catalogue, type ErrorDetails, isErrorName, type WireError } from '@latchkey/protocol/errors'

/** A description of the failure; `field` is the part of the request, as a path with dots. */
export type FailureReason = { field?: string; description: string }
/** The body of every failed response: `reasons` for any client of this contract, `error` for ours. */
export type FailedBody = { status: 'FAILED'; reasons: readonly FailureReason[]; error: WireError }

/** Returns the body for an error. By default, `reasons` is the error's own sentence. */
export const failedBody = (
  error: AppError,
  reasons: readonly FailureReason[] = [{ description: error.message }],
): FailedBody => ({ status: 'FAILED', reasons, error: error.toWire() })

/** Errors that hosted servers of this contract return as text (specification section 8), in the catalogue's words. */
const hosted = ['ORIGIN_NOT_ALLOWED', 'PROJECT_UNKNOWN'] as const

/** Returns the error in a hosted server's text: the whole body, its `message` or `error`, or the first of its reasons. */
const readHostedWords = (body: unknown): AppError | null => {
  const { message, error, reasons } = isObject(body) ? body : { message: body }
  const [reason] = Array.isArray(reasons) ? reasons : []
  const words = message ?? error ?? (isObject(reason) && reason.description)
  if (typeof words !== 'string') return null
  const name = words.startsWith('JWT validation error: JWT Token is not yet valid')
    ? 'SESSION_EXPIRED'
    : hosted.find((each) => words.startsWith(catalogue[each].message))
  return name === undefined ? null : new AppError(name)
}

/**
 * Returns the error in a failed body, also in the error of a JSON-RPC response; null if it contains none of ours. Text is never taken from
 * the wire: the message is the catalogue's.
 */
export const readFailedBody = (body: unknown): AppError | null => {
  const failure: unknown = Array.isArray(body) ? body[0] : body
  const error = isObject(failure) ? failure.error : undefined
  if (!isObject(error) || !isErrorName(error.name)) return readHostedWords(failure)
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
