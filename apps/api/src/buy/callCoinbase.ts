/**
 * Calls to Coinbase's API, each authorized by a JWT for its method and path, valid for two minutes (docs.cdp.coinbase.com, "JWT Authentication", read on
 * 2026-11-28; never tested with the vendor).
 */
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { type Clock, unixSeconds } from '@latchkey/service-kit/clock'
import { SignJWT } from 'jose'
import type * as z from 'zod/mini'
import { callPartner } from '../partners/callPartner.ts'

const host = 'api.developer.coinbase.com'

export type CoinbaseKey = { keyId: string; keySecret: string }

const lifeSeconds = 120

/** Parses a Secret API Key: base64 of an Ed25519 seed and its public key, or an EC key in PEM. Throws for anything else. */
function readKey(secret: string): { key: KeyObject; alg: 'EdDSA' | 'ES256' } {
  if (secret.includes('-----BEGIN')) {
    const key = createPrivateKey(secret.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key is of another curve')
    return { key, alg: 'ES256' }
  }
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64) throw new Error('the key has another length')
  const [d, x] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')]
  return { key: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' }), alg: 'EdDSA' }
}

export function isCoinbaseKey(secret: string): boolean {
  try {
    return readKey(secret) !== null
  } catch {
    return false
  }
}

/** Signs a token. @param uri method, host and path: `POST api.example/path` */
async function signToken({ keyId, keySecret }: CoinbaseKey, uri: string, now: Date): Promise<string> {
  const { key, alg } = readKey(keySecret)
  const seconds = unixSeconds(now)
  return new SignJWT({ uris: [uri] })
    .setProtectedHeader({ alg, kid: keyId, typ: 'JWT', nonce: randomBytes(16).toString('hex') } as { alg: string })
    .setIssuer('cdp')
    .setSubject(keyId)
    .setAudience(['cdp_service'])
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + lifeSeconds)
    .sign(key)
}

/** Returns a function that calls a path and parses the response; POST with a body. Throws as `callPartner` does. */
export const createCoinbaseCall =
  (key: CoinbaseKey, { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock }) =>
  async <schema extends z.ZodMiniType>(
    schema: schema,
    { path, query = '', body }: { path: string; query?: string; body?: unknown },
  ) => {
    const method = body === undefined ? 'GET' : 'POST'
    const token = await signToken(key, `${method} ${host}${path}`, clock.now())
    const headers = { Authorization: `Bearer ${token}` }
    return callPartner(`https://${host}${path}${query}`, schema, { fetch, method, headers, body })
  }
