import { AppError, type ErrorName } from '@latchkey/protocol'
import { toWalletError } from './toWalletError.ts'

/** How a kind of wallet, whose errors have no codes, says what went wrong. The first sentence that matches counts. */
export const translateError =
  (sentences: readonly (readonly [RegExp, ErrorName])[]) =>
  (thrown: unknown): AppError => {
    const error = toWalletError(thrown)
    if (error.name !== 'INTERNAL') return error
    const name = sentences.find(([pattern]) => pattern.test(error.message))?.[1]
    return name === undefined ? error : new AppError(name, { details: error.details })
  }
