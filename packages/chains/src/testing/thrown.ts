import { AppError, type ErrorName } from '@latchkey/protocol/errors'

/** Returns the catalogue name of the error that a call throws; undefined when it returns. Rethrows anything but an AppError. */
export function thrown(call: () => unknown): ErrorName | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.name
    throw error
  }
}
