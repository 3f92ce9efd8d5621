import { encodeBase64url } from './base64url.ts'
import { namedDigest } from './namedDigest.ts'

/**
 * The `nonce` of a social login: what the provider signs belongs to this device, its HPKE key, and the one attempt whose PKCE
 * challenge this is. 43 characters of base64url. The api hands it to the provider, custody computes it again from the proof
 * of the device that brings the answer: neither can bring the answer for a device of its own.
 */
export const socialNonce = async (deviceId: string, hpkePublicKey: string, codeChallenge: string): Promise<string> =>
  encodeBase64url(await namedDigest('latchkey social nonce v1', [deviceId, hpkePublicKey, codeChallenge]))

/**
 * The nonce of a Sign In With Farcaster message, likewise: 32 hexadecimal digits, since EIP-4361 allows letters and digits
 * alone.
 */
export const farcasterNonce = async (deviceId: string, hpkePublicKey: string, attemptId: string): Promise<string> => {
  const digest = await namedDigest('latchkey farcaster nonce v1', [deviceId, hpkePublicKey, attemptId])
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
