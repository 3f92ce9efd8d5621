import { createHash } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Nonces } from './nonces.ts'
import type { SpentProofs } from './spentProofs.ts'

/** The device that sent a call, according to its proof. */
export type ProvenDevice = {
  /** RFC 7638 thumbprint of the signing key. */
  deviceId: string
  /** The device's HPKE key, base64url of an uncompressed P-256 point: shares for it are sealed to this key. */
  hpkePublicKey: string
}

/** The dependencies of verifying a device proof (RFC 9449, DPoP). */
export type ProofOptions = {
  /** The authority's address, as clients see it. */
  publicUrl: string
  nonces: Nonces
  spentProofs: SpentProofs
}

/** The parts of a request that its device proof covers. */
export type ProvenRequest = {
  /** The DPoP header. */
  proof: string | undefined
  method: string
  path: string
  body: Uint8Array
  /** Token of the Authorization header, if the row requires one. */
  accessToken: string | null
}

const claims = z.object({
  jti: z.string().check(z.minLength(16), z.maxLength(64)),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  nonce: z.optional(z.string()),
  ath: z.optional(z.string()),
  hpke: z.string().check(z.length(87)),
  bdh: z.string(),
})

const sha256 = (data: Uint8Array | string): string =>
  encodeBase64url(new Uint8Array(createHash('sha256').update(data).digest()))

/** The device, and `spend`, which makes the proof count. Call it once everything else is verified, since it writes. */
export type CheckedProof = {
  device: ProvenDevice
  /** Throws PROOF_INVALID for a proof that was used before. */
  spend(): Promise<void>
}

/**
 * Checks a device proof (RFC 9449, section 4.3, and the two claims of `DeviceProofClaims`).
 *
 * Only our nonce determines its age (section 11.1): client clocks may be off by any amount.
 *
 * Nothing is written before `spend`.
 *
 * Throws PROOF_NONCE_REQUIRED when only the nonce is wrong, PROOF_INVALID for anything else.
 */
export async function checkDeviceProof(request: ProvenRequest, options: ProofOptions): Promise<CheckedProof> {
  if (request.proof === undefined) throw new AppError('PROOF_INVALID')
  const { payload, deviceId } = await readProof(request.proof)

  const expected = { htm: request.method, htu: `${options.publicUrl}${request.path}`, bdh: sha256(request.body) }
  for (const [name, value] of Object.entries(expected))
    if (payload[name as keyof typeof expected] !== value) refuse(name)
  if (payload.ath !== (request.accessToken === null ? undefined : sha256(request.accessToken))) refuse('ath')
  const forgottenAt = payload.nonce === undefined ? null : await options.nonces.expiryOf(payload.nonce)
  if (forgottenAt === null) throw new AppError('PROOF_NONCE_REQUIRED')

  await requirePoint(payload.hpke)
  return {
    device: { deviceId, hpkePublicKey: payload.hpke },
    async spend() {
      if (!(await options.spentProofs.spend(deviceId, payload.jti, forgottenAt))) refuse('jti')
    },
  }
}

async function readProof(proof: string) {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })
    if (protectedHeader.jwk === undefined) throw new TypeError('no key')
    return { payload: z.parse(claims, payload), deviceId: await calculateJwkThumbprint(protectedHeader.jwk) }
  } catch (cause) {
    throw new AppError('PROOF_INVALID', { cause })
  }
}

async function requirePoint(hpkePublicKey: string): Promise<void> {
  try {
    await crypto.subtle.importKey(
      'raw',
      decodeBase64url(hpkePublicKey),
      { name: 'ECDH', namedCurve: 'P-256' },
      false,
      [],
    )
  } catch {
    refuse('hpke')
  }
}

function refuse(claim: string): never {
  throw new AppError('PROOF_INVALID', { cause: new Error(`claim ${claim}`) })
}
