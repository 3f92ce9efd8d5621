import { AppError, type ErrorName } from '@latchkey/protocol/errors'

/** The catalogue name of what a call throws; undefined when it returns. Anything but an AppError is thrown on. */
export function thrown(call: () => unknown): ErrorName | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.name
    throw error
  }
}
