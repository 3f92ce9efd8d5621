import { type DeviceProofClaims, encodeBase64url } from '@latchkey/api-client'
import type { DeviceKeys } from '../storage/vaultStorage.ts'

/** The device's public side. */
export type DeviceIdentity = {
  /** RFC 7638 SHA-256 thumbprint of the signing key. */
  deviceId: string
  /** RFC 7517, the members that RFC 7638 requires, in its order. */
  jwk: { crv: string; kty: string; x: string; y: string }
  /** Uncompressed P-256 point, base64url. */
  hpkePublicKey: string
}

export const makeDeviceKeys = async (): Promise<DeviceKeys> => {
  const curve = { namedCurve: 'P-256' }
  const [signing, hpke, wrapping] = await Promise.all([
    crypto.subtle.generateKey({ name: 'ECDSA', ...curve }, false, ['sign', 'verify']),
    crypto.subtle.generateKey({ name: 'ECDH', ...curve }, false, ['deriveBits']),
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ])
  return { signing, hpke, wrapping }
}

export const describeDevice = async (keys: DeviceKeys): Promise<DeviceIdentity> => {
  const [{ crv = '', kty = '', x = '', y = '' }, hpke] = await Promise.all([
    crypto.subtle.exportKey('jwk', keys.signing.publicKey),
    crypto.subtle.exportKey('raw', keys.hpke.publicKey),
  ])
  const jwk = { crv, kty, x, y }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(jwk)))
  return {
    deviceId: encodeBase64url(new Uint8Array(digest)),
    jwk,
    hpkePublicKey: encodeBase64url(new Uint8Array(hpke)),
  }
}

const encodeJson = (value: unknown): string => encodeBase64url(new TextEncoder().encode(JSON.stringify(value)))

/** Signs a device proof: a DPoP proof JWT (RFC 9449, section 4.2) in compact form, signed with ES256. */
export const signDeviceProof = async (keys: DeviceKeys, claims: Omit<DeviceProofClaims, 'hpke'>): Promise<string> => {
  const { jwk, hpkePublicKey } = await describeDevice(keys)
  const signed = `${encodeJson({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encodeJson({ ...claims, hpke: hpkePublicKey })}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, keys.signing.privateKey, new TextEncoder().encode(signed))
  return `${signed}.${encodeBase64url(new Uint8Array(signature))}`
}
