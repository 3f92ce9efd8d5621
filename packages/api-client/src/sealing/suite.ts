import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'

/**
 * The sealing of shares in transit (custody design, section 2.6): RFC 9180, base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM,
 * with `info` and additional data as in `@turnkey/crypto`, so that its functions are interoperable. Keys are WebCrypto keys; the private
 * one need not be extractable.
 *
 * A sealed share is `enc (65 bytes, uncompressed point) || ciphertext`. The plaintext is `length of context (2 bytes, big endian) ||
 * canonical JSON of the context || share`: the base mode doesn't authenticate the sender or purpose, so the context is inside, and the
 * recipient requires the expected one.
 */
export const createSuite = (): CipherSuite =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** The HPKE `info` string, in UTF-8; the one of `@turnkey/crypto`. */
export const info = new TextEncoder().encode('turnkey_hpke')

/** Bytes of an uncompressed P-256 point. */
export const pointLength = 65

/** `enc || recipient public key`, both uncompressed. */
export const additionalData = (enc: Uint8Array, publicKey: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(enc.length + publicKey.length)
  bytes.set(enc)
  bytes.set(publicKey, enc.length)
  return bytes
}
