import { encodeBase64url } from './base64url.ts'
import { namedDigest } from './namedDigest.ts'

/**
 * Returns the `nonce` of a provider sign-in, which binds the provider's signature to this device, its HPKE key, and the one attempt with
 * this PKCE challenge. 43 characters of base64url. The api passes it to the provider, and custody recomputes it from the proof of the
 * device that submits the response, so neither can be used for another device.
 */
export const socialNonce = async (deviceId: string, hpkePublicKey: string, codeChallenge: string): Promise<string> =>
  encodeBase64url(await namedDigest('latchkey social nonce v1', [deviceId, hpkePublicKey, codeChallenge]))

/**
 * Returns the nonce of a Sign In With Farcaster message, likewise: 32 hexadecimal digits, since EIP-4361 allows only letters and digits.
 */
export const farcasterNonce = async (deviceId: string, hpkePublicKey: string, attemptId: string): Promise<string> => {
  const digest = await namedDigest('latchkey farcaster nonce v1', [deviceId, hpkePublicKey, attemptId])
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
