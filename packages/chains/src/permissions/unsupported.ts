import { AppError } from '@latchkey/protocol/errors'

/** Refuse a permission, in words that end the sentence "This permission cannot be given: …". */
export function unsupported(reason: string): never {
  throw new AppError('PERMISSION_UNSUPPORTED', { details: { reason } })
}
