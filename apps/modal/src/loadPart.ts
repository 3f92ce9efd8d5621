import { loadCopy } from '@latchkey/copy'
import { AppError } from '@latchkey/protocol'

/** A part of the modal that is loaded on demand, with its words. Throws SERVICE_UNREACHABLE when it cannot be. */
export const loadPart = async <part>(part: Promise<part>): Promise<part> => {
  try {
    const loaded = await part
    await loadCopy()
    return loaded
  } catch (cause) {
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  }
}
