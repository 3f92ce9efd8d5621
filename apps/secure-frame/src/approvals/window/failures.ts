import { AppError } from '@latchkey/protocol'
import type { Failure } from './messages.ts'

/** An error as it is sent: its name and the details of its message, never a stack or a cause. */
export const toFailure = (thrown: unknown): Failure => {
  const { name, details } = AppError.from(thrown)
  return { name, details: { ...details } }
}

export const fromFailure = ({ name, details }: Failure): AppError => new AppError(name, { details })
