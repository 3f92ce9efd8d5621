import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { farcasterNonce, socialNonce } from './loginNonces.ts'

const deviceId = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'
const hpkePublicKey = 'BF'.padEnd(87, 'A')
/** RFC 7636, appendix B. */
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const attemptId = '11111111-1111-4111-8111-111111111111'

const digest = (parts: readonly string[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(part))
    hash.update(length).update(part)
  }
  return hash.digest()
}

test('a social nonce is SHA-256 of its name, device, HPKE key and challenge, each behind its length', async () => {
  const nonce = await socialNonce(deviceId, hpkePublicKey, codeChallenge)
  const parts = ['latchkey social nonce v1', deviceId, hpkePublicKey, codeChallenge]
  expect(nonce).toBe(digest(parts).toString('base64url'))
  expect(nonce).toBe('rtjH1kAcZAe5O8O8oxYOrt7arsuzB3f2CYzwbKRRe-s')
})

test('a Farcaster nonce is the first half of such a digest, in hexadecimal', async () => {
  const nonce = await farcasterNonce(deviceId, hpkePublicKey, attemptId)
  const parts = ['latchkey farcaster nonce v1', deviceId, hpkePublicKey, attemptId]
  expect(nonce).toBe(digest(parts).toString('hex').slice(0, 32))
  expect(nonce).toBe('bc6872f0d1a49c1001fc4d771cca67fb')
})

test('what moves from one part to its neighbour changes the nonce', async () => {
  const nonces = [socialNonce('ab', 'c', 'd'), socialNonce('a', 'bc', 'd'), socialNonce('a', 'b', 'cd')]
  expect(new Set(await Promise.all(nonces)).size).toBe(3)
})
