import { AppError } from '@latchkey/protocol'

/** A part of the modal that is loaded on demand. Throws SERVICE_UNREACHABLE when it cannot be. */
export const loadPart = <part>(part: Promise<part>): Promise<part> =>
  part.catch((cause: unknown) => {
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  })
