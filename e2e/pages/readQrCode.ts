import readCode from 'jsqr'
import { PNG } from 'pngjs'

/** Reads the QR code of an image (PNG), as a phone's camera would. Throws `Error` when there is no readable one. */
export const readQrCode = (picture: Buffer): string => {
  const { data, width, height } = PNG.sync.read(picture)
  const found = readCode(new Uint8ClampedArray(data), width, height)
  if (found === null) throw new Error(`No QR code in a picture of ${width} by ${height}`)
  return found.data
}
