import { codeOf, type ErrorDetails, type ErrorName, formatMessage } from './errors.ts'

/** What an error says beside its name: the number that a dapp sees, and the catalogue's sentence. */
export type ErrorDescription = { code: number; message: string }

/** By the error's row. */
export const describeError = (name: ErrorName, details?: ErrorDetails): ErrorDescription => ({
  code: codeOf(name),
  message: formatMessage(name, details),
})
