import { AppError, type ErrorName } from '@latchkey/protocol'
import { toWalletError } from './toWalletError.ts'

/** Maps error messages of a wallet type whose errors have no codes. The first matching sentence counts. */
export const translateError =
  (sentences: readonly (readonly [RegExp, ErrorName])[]) =>
  (thrown: unknown): AppError => {
    const error = toWalletError(thrown)
    if (error.name !== 'INTERNAL') return error
    const name = sentences.find(([pattern]) => pattern.test(error.message))?.[1]
    return name === undefined ? error : new AppError(name, { details: error.details })
  }
