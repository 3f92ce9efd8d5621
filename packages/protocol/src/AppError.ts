import { describeError } from '#describeError'
import type { ErrorDetails, ErrorName } from './errors.ts'

export * from './errors.ts'

/** What crosses a boundary: no stack, no cause. `ref` finds the log line on the side that failed. */
export type WireError = { name: ErrorName; code: number; message: string; details?: ErrorDetails; ref?: string }

/** What an error adds to its catalogue entry. `cause` never crosses a boundary. */
export type AppErrorOptions = {
  cause?: unknown
  details?: ErrorDetails | undefined
  ref?: string | undefined
  /** Instead of the catalogue's sentence: what a foreign wallet said, or what the specification quotes for one case of the error. */
  message?: string | undefined
}

/** The one error class. Foreign errors are translated into it where they enter. */
export class AppError<name extends ErrorName = ErrorName> extends Error {
  override readonly name: name
  readonly code: number
  readonly details: ErrorDetails
  readonly ref: string | undefined

  constructor(name: name, options: AppErrorOptions = {}) {
    const { code, message } = describeError(name, options.details)
    super(options.message ?? message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = name
    this.code = code
    this.details = options.details ?? {}
    this.ref = options.ref
  }

  /** The error itself when it is one of ours, else `INTERNAL` with the original as its cause. */
  static from(thrown: unknown, ref?: string): AppError {
    return thrown instanceof AppError ? thrown : new AppError('INTERNAL', { cause: thrown, ref })
  }

  toWire(): WireError {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      ...(Object.keys(this.details).length > 0 ? { details: this.details } : {}),
      ...(this.ref === undefined ? {} : { ref: this.ref }),
    }
  }
}

/** Narrow an unknown thrown value to one catalogue entry. */
export const isAppError = <name extends ErrorName>(thrown: unknown, name: name): thrown is AppError<name> =>
  thrown instanceof AppError && thrown.name === name
