import { codeOf, type ErrorDetails, type ErrorName, formatMessage } from './errors.ts'

/** The description of an error besides its name: the code that a dapp sees, and the catalogue's sentence. */
export type ErrorDescription = { code: number; message: string }

/** Returns the description from the error's row. */
export const describeError = (name: ErrorName, details?: ErrorDetails): ErrorDescription => ({
  code: codeOf(name),
  message: formatMessage(name, details),
})
