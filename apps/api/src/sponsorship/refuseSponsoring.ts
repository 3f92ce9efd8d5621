import { AppError } from '@latchkey/protocol/errors'

/** Throws SPONSOR_REFUSED: the person is told why, and pays themselves if they like. @param reason a clause without a full stop. */
export function refuseSponsoring(reason: string): never {
  throw new AppError('SPONSOR_REFUSED', { details: { reason } })
}
