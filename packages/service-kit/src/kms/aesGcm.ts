import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

type AesGcmKey = { key: Uint8Array; additionalData: Uint8Array }

/** Encrypts with AES-256-GCM and a random nonce. Returns nonce, ciphertext and tag. */
export function sealAesGcm({
  key,
  plaintext,
  additionalData,
}: AesGcmKey & { plaintext: Uint8Array }): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData)
  return new Uint8Array(Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]))
}

/** Throws unless key, additional data and every byte match those of `sealAesGcm`. */
export function openAesGcm({
  key,
  sealed,
  additionalData,
}: AesGcmKey & { sealed: Uint8Array }): Uint8Array<ArrayBuffer> {
  const body = sealed.subarray(nonceLength, -tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(additionalData)
    .setAuthTag(sealed.subarray(-tagLength))
  return new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]))
}
