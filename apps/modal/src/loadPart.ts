import { loadCopy } from '@latchkey/copy'
import { AppError } from '@latchkey/protocol'

/** Loads a part of the modal on demand, with its texts. Throws SERVICE_UNREACHABLE when that fails. */
export const loadPart = async <part>(part: Promise<part>): Promise<part> => {
  try {
    const loaded = await part
    await loadCopy()
    return loaded
  } catch (cause) {
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  }
}
