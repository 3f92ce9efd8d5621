import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { encodeShareContext, type ShareContext } from './shareContext.ts'
import { additionalData, createSuite, info, pointLength } from './suite.ts'

/** A share and the recipient that it is sealed for. */
export type SealShareInput = {
  /** Uncompressed P-256 point, base64url. */
  recipientPublicKey: string
  context: ShareContext
  /** The caller must zero it. */
  share: Uint8Array
}

/**
 * Seals a share with its context to a public key: base64url of `enc || ciphertext` (see `suite.ts`).
 *
 * Rejects with a TypeError or a WebCrypto error when the public key is not a point on the curve.
 */
export const sealShare = async ({ recipientPublicKey, context, share }: SealShareInput): Promise<string> => {
  const suite = createSuite()
  const point = decodeBase64url(recipientPublicKey)
  // OpenSSL also accepts the hybrid form (6 or 7), which encodes the same point in bytes that its owner doesn't use.
  if (point.length !== pointLength || point[0] !== 4) throw new TypeError('Not an uncompressed point')
  const key = await suite.kem.deserializePublicKey(point)
  const sender = await suite.createSenderContext({ recipientPublicKey: key, info })
  const enc = new Uint8Array(sender.enc)

  const header = encodeShareContext(context)
  const plaintext = new Uint8Array(2 + header.length + share.length)
  new DataView(plaintext.buffer).setUint16(0, header.length)
  plaintext.set(header, 2)
  plaintext.set(share, 2 + header.length)
  try {
    // Passes the buffer itself: from a view, the library would make copies that are never zeroed.
    const ciphertext = new Uint8Array(await sender.seal(plaintext.buffer, additionalData(enc, point)))
    const sealed = new Uint8Array(enc.length + ciphertext.length)
    sealed.set(enc)
    sealed.set(ciphertext, enc.length)
    return encodeBase64url(sealed)
  } finally {
    plaintext.fill(0)
  }
}
