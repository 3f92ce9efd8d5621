import { AppError } from '@latchkey/protocol/errors'

/** Codes of sockets, of the driver, and of PostgreSQL (appendix A) for a failed connection: nothing was done. */
const away = /^(ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|CONNECT_TIMEOUT|08001|08004|53300|57P03)$/
/** Codes for a connection that was lost. The response to a commit may have been lost with it. */
const lost = /^(ECONNRESET|EPIPE|CONNECTION_CLOSED|CONNECTION_DESTROYED|CONNECTION_ENDED|08\w{3}|57P01|57P02)$/

/** Codes for statements that the server canceled, because they or their locks took too long. */
const late = /^(57014|55P03)$/

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Returns whether a failure means that the server may be gone. */
export const isAwayCode = (error: unknown): boolean => away.test(codeOf(error)) || lost.test(codeOf(error))

/**
 * Translates a failure: SERVICE_UNAVAILABLE when the database server is unavailable or canceled a slow statement; SERVICE_UNREACHABLE when
 * the connection was lost during a transaction, so that its outcome is unknown. Returns any other failure unchanged.
 */
export const translateAway = (error: unknown): unknown => {
  const code = codeOf(error)
  if (away.test(code) || late.test(code)) return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  if (lost.test(code)) return new AppError('SERVICE_UNREACHABLE', { cause: error })
  return error
}
