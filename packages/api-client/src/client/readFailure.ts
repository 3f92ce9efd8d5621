import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import { readFailedBody } from '../failedBody.ts'

/** An answer that is a failure. `isOurs`: the service said which; else it is what the status means, and what came is its cause. */
export type Failure = { error: AppError; isOurs: boolean }

const nameOf = (status: number): ErrorName => {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 413) return 'TOO_LARGE'
  if (status === 429) return 'LIMIT_EXCEEDED'
  return status === 408 || status >= 500 ? 'SERVICE_UNREACHABLE' : 'INTERNAL'
}

/** Reads the answer of a service that may be ours, a proxy in front of it, or a portal in its place. */
export const readFailure = (status: number, body: unknown): Failure => {
  const error = readFailedBody(body)
  return error === null
    ? { error: new AppError(nameOf(status), { cause: body }), isOurs: false }
    : { error, isOurs: true }
}
