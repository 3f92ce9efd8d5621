import { AppError } from '@latchkey/protocol'

/**
 * Returns a wallet's bytes, as a copy: the wallet keeps its own, which may come from another frame, with another `Uint8Array`. Throws
 * WALLET_INVALID_RESPONSE when it is not a typed array of bytes, or of another length.
 */
export function readBytes(value: unknown, length?: number): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(value) || !('BYTES_PER_ELEMENT' in value) || value.BYTES_PER_ELEMENT !== 1)
    throw new AppError('WALLET_INVALID_RESPONSE')
  const bytes = new Uint8Array(value.byteLength)
  bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  if (length !== undefined && bytes.length !== length) throw new AppError('WALLET_INVALID_RESPONSE')
  return bytes
}
