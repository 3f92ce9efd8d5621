import { AppError } from '@latchkey/protocol/errors'

/** Throws SPONSOR_REFUSED: the user sees the reason, and may pay themselves. @param reason a clause without a full stop. */
export function refuseSponsoring(reason: string): never {
  throw new AppError('SPONSOR_REFUSED', { details: { reason } })
}
