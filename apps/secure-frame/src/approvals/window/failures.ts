import { AppError } from '@latchkey/protocol'
import type { Failure } from './messages.ts'

/** An error as it travels: its name and what fills its sentence, never a stack or a cause. */
export const toFailure = (thrown: unknown): Failure => {
  const { name, details } = AppError.from(thrown)
  return { name, details: { ...details } }
}

export const fromFailure = ({ name, details }: Failure): AppError => new AppError(name, { details })
