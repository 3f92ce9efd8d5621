import { describeError } from '#describeError'
import type { ErrorDetails, ErrorName } from './errors.ts'

export * from './errors.ts'

/** The form in which an error crosses a boundary: no stack, no cause. `ref` identifies the log line on the side that failed. */
export type WireError = { name: ErrorName; code: number; message: string; details?: ErrorDetails; ref?: string }

/** An error's additions to its catalogue entry. `cause` never crosses a boundary. */
export type AppErrorOptions = {
  cause?: unknown
  details?: ErrorDetails | undefined
  ref?: string | undefined
  /** Replaces the catalogue's sentence: an external wallet's message, or the one that the specification quotes for a case of the error. */
  message?: string | undefined
}

/** The only error class. Foreign errors are converted to it at the boundary. */
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

  /** Returns the error itself if it is an AppError, else `INTERNAL` with the original as its cause. */
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

/** Narrows an unknown thrown value to one catalogue entry. */
export const isAppError = <name extends ErrorName>(thrown: unknown, name: name): thrown is AppError<name> =>
  thrown instanceof AppError && thrown.name === name
