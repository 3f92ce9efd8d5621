import { AppError } from '@latchkey/protocol/errors'

/** Of sockets, of the driver, and of PostgreSQL (its appendix A): there is no connection to be had, so that nothing was done. */
const away = /^(ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|CONNECT_TIMEOUT|08001|08004|53300|57P03)$/
/** There was a connection. What was lost with it may have been the answer to a commit. */
const lost = /^(ECONNRESET|EPIPE|CONNECTION_CLOSED|CONNECTION_DESTROYED|CONNECTION_ENDED|08\w{3}|57P01|57P02)$/

/** It took too long, or waited too long for a lock: the server has given it up. */
const late = /^(57014|55P03)$/

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether a failure says that the server may be gone. */
export const isAwayCode = (error: unknown): boolean => away.test(codeOf(error)) || lost.test(codeOf(error))

/**
 * SERVICE_UNAVAILABLE when the database server is away, or has given up what took too long, SERVICE_UNREACHABLE when it went away under a transaction: whether that was
 * committed is then unknown. Any other failure as it is.
 */
export const translateAway = (error: unknown): unknown => {
  const code = codeOf(error)
  if (away.test(code) || late.test(code)) return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  if (lost.test(code)) return new AppError('SERVICE_UNREACHABLE', { cause: error })
  return error
}
