import { AppError, type ErrorDetails, type ErrorName, isErrorName } from '@latchkey/protocol/errors'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const plainDetails = (value: unknown): ErrorDetails =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

/** The catalogue error in an answer's body (`{ error }`, also as the error of a JSON-RPC envelope); null when there is none. */
export const readWireError = (body: unknown): AppError | null => {
  const first = Array.isArray(body) ? body[0] : body
  const error = isObject(first) ? first.error : undefined
  if (!isObject(error) || !isErrorName(error.name)) return null
  const ref = typeof error.ref === 'string' ? error.ref : undefined
  return new AppError(error.name, { details: plainDetails(error.details), ref })
}

const nameOf = (status: number): ErrorName => {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 429) return 'LIMIT_EXCEEDED'
  return status === 408 || status >= 500 ? 'SERVICE_UNREACHABLE' : 'INTERNAL'
}

/** An answer that is a failure, as one of our errors: its own when the service is ours, else what its status means. */
export const readFailure = (status: number, body: unknown): AppError =>
  readWireError(body) ?? new AppError(nameOf(status))
