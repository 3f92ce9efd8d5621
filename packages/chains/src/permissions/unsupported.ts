import { AppError } from '@latchkey/protocol/errors'

/** Rejects a permission. `reason` completes the sentence "This permission cannot be given: …". */
export function unsupported(reason: string): never {
  throw new AppError('PERMISSION_UNSUPPORTED', { details: { reason } })
}
