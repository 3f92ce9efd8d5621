import { AppError } from '@latchkey/protocol/errors'

/** Rejects untrusted input. Throws INVALID_PARAMS; `details.field` is the path of the fault, never its content. */
export function refuse(field: string): never {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

/** Parses an object; its fields are still untrusted. Throws INVALID_PARAMS. */
export const parseRecord = (value: unknown, field: string): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(field)
