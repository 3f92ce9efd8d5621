import { AppError } from '@latchkey/protocol/errors'
import { namedDigest } from '../namedDigest.ts'
import { uuidOf } from '../uuidOf.ts'
import { encodeShareContext, type ShareContext } from './shareContext.ts'
import { pointLength } from './suite.ts'

/**
 * A recovery pair is named after a key that is created only for it: its `recoveryShareId` is a version 8 UUID of the key's digest. The key
 * signs both halves and is then discarded. So an authority can't store a different half under the name in a wallet's signed record
 * (`docs/decisions/0031-signed-recovery-halves.md`).
 *
 * Pairs of earlier releases have random ids, of version 4, and no proofs.
 */

/** The key of one recovery pair, and the pair's id. */
export type PairKey = { recoveryShareId: string; publicKey: Uint8Array; privateKey: CryptoKey }

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const scheme = { name: 'ECDSA', hash: 'SHA-256' }
const proofLength = pointLength + 64

/** Returns a new key, which can't be exported. */
export const makePairKey = async (): Promise<PairKey> => {
  const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { recoveryShareId: await nameOf(publicKey), publicKey, privateKey: pair.privateKey }
}

/** Returns a half followed by its proof: the pair's public key and the signature of half and context. The caller must zero it. */
export const withProof = async (
  half: Uint8Array,
  context: ShareContext,
  { publicKey, privateKey }: PairKey,
): Promise<Uint8Array<ArrayBuffer>> => {
  const signed = signedBytes(half, context)
  try {
    const signature = new Uint8Array(await crypto.subtle.sign(scheme, privateKey, signed))
    return joined(half, publicKey, signature)
  } finally {
    signed.fill(0)
  }
}

/**
 * Returns what a device has sent for this context, without its proof, and zeroes the rest. An auth share, or a half of an earlier release's
 * pair, is returned unchanged. Rejects with SHARE_INVALID unless the key that names the pair has signed the half for this context.
 */
export const checkProof = async (
  sent: Uint8Array<ArrayBuffer>,
  context: ShareContext,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { recoveryShareId } = context
  if (recoveryShareId === null || !hasSignedHalves(recoveryShareId)) return sent
  const half = sent.slice(0, -proofLength)
  const [publicKey, signature] = [sent.slice(-proofLength, -64), sent.slice(-64)]
  const signed = signedBytes(half, context)
  sent.fill(0)
  try {
    if (half.length === 0 || (await nameOf(publicKey)) !== recoveryShareId) throw new TypeError('Another key')
    const key = await crypto.subtle.importKey('raw', publicKey, curve, false, ['verify'])
    if (!(await crypto.subtle.verify(scheme, key, signature, signed))) throw new TypeError('Another half')
    return half
  } catch (cause) {
    half.fill(0)
    throw new AppError('SHARE_INVALID', { cause })
  } finally {
    signed.fill(0)
  }
}

/** Returns whether a pair is named after a key, so that no authority can store a different half under it. */
export const hasSignedHalves = (recoveryShareId: string): boolean => recoveryShareId.charAt(14) === '8'

const nameOf = async (publicKey: Uint8Array): Promise<string> =>
  uuidOf(await namedDigest('latchkey recovery pair v1', [publicKey]), 8)

/** A context's JSON ends with its object, so each half and context give different bytes. */
const signedBytes = (half: Uint8Array, context: ShareContext) => joined(encodeShareContext(context), half)

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
