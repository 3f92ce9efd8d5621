import { AppError } from '@latchkey/protocol/errors'
import { decodeBase64url } from '../base64url.ts'
import { encodeShareContext, type ShareContext } from './shareContext.ts'
import { additionalData, createSuite, info, pointLength } from './suite.ts'

/** A sealed share, the recipient's key pair, and the context it must have been sealed for. */
export type OpenShareInput = {
  /** ECDH P-256, may be non-extractable; usage `deriveBits`. */
  privateKey: CryptoKey
  /** Its public key, extractable as public keys are. */
  publicKey: CryptoKey
  /** The result of `sealShare`. */
  sealed: string
  /** Every field must equal what was sealed. */
  expectedContext: ShareContext
}

/**
 * Opens a sealed share, which the caller must zero.
 *
 * Rejects with SHARE_INVALID unless `sealShare` has sealed it to this key, in this context.
 */
export const openShare = async (input: OpenShareInput): Promise<Uint8Array<ArrayBuffer>> => {
  let plaintext: Uint8Array<ArrayBuffer> | undefined
  try {
    plaintext = await decrypt(input)
    return readShare(plaintext, input.expectedContext)
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  } finally {
    plaintext?.fill(0)
  }
}

const decrypt = async ({ privateKey, publicKey, sealed }: OpenShareInput): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = decodeBase64url(sealed)
  const enc = bytes.slice(0, pointLength)
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const recipient = await createSuite().createRecipientContext({
    recipientKey: { privateKey, publicKey },
    enc: enc.buffer,
    info,
  })
  return new Uint8Array(await recipient.open(bytes.slice(pointLength), additionalData(enc, point)))
}

const readShare = (plaintext: Uint8Array<ArrayBuffer>, expectedContext: ShareContext): Uint8Array<ArrayBuffer> => {
  const expected = encodeShareContext(expectedContext)
  const end = 2 + new DataView(plaintext.buffer).getUint16(0)
  const context = plaintext.subarray(2, end)
  const isExpected = context.length === expected.length && context.every((byte, index) => byte === expected[index])
  if (!isExpected) throw new TypeError('The share was sealed in another context')
  const share = plaintext.slice(end)
  if (share.length === 0) throw new TypeError('There is no share')
  return share
}
