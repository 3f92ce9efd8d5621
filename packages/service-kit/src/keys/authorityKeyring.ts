import { type Authority, type AuthorityKeys, encodeBase64url } from '@latchkey/api-client'
import { isAppError } from '@latchkey/protocol/errors'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { type Database, single } from '../db/database.ts'
import { decryptValue, encryptValue } from '../kms/envelope.ts'
import type { EncryptionContext, Kms } from '../kms/kms.ts'

/** The two key pairs of an authority; private halves cannot be exported from this process' keys. */
export type AuthorityKeyring = {
  /** ES256: tokens, grants, receipts. */
  signing: { privateKey: CryptoKey; publicKey: CryptoKey; kid: string }
  /** ECDH P-256: what the vault seals shares to. */
  hpke: { privateKey: CryptoKey; publicKey: CryptoKey }
  /** As anyone may know them. */
  published: AuthorityKeys
}

type Purpose = 'signing' | 'hpke'
const algorithms = {
  signing: { name: 'ECDSA', namedCurve: 'P-256' },
  hpke: { name: 'ECDH', namedCurve: 'P-256' },
} as const satisfies Record<Purpose, EcKeyGenParams>
const usages = {
  signing: { privateKey: ['sign'], publicKey: ['verify'] },
  hpke: { privateKey: ['deriveBits'], publicKey: [] },
} as const satisfies Record<Purpose, Record<'privateKey' | 'publicKey', KeyUsage[]>>

/**
 * Reads the authority's keys, or makes them at the first start; servers that start together end up with the same. Throws when the
 * KMS is not the one that closed them.
 */
export async function openAuthorityKeyring(
  authority: Authority,
  database: Database,
  kms: Kms,
): Promise<AuthorityKeyring> {
  const [signing, hpke] = [
    await openPair(authority, 'signing', database, kms),
    await openPair(authority, 'hpke', database, kms),
  ]
  const kid = await calculateJwkThumbprint(signing.publicJwk)
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', hpke.publicKey))
  const { x = '', y = '' } = signing.publicJwk
  return {
    signing: { privateKey: signing.privateKey, publicKey: signing.publicKey, kid },
    hpke,
    published: { authority, hpkePublicKey: encodeBase64url(point), signingKey: { kty: 'EC', crv: 'P-256', x, y, kid } },
  }
}

/** What a private key is bound to at rest. */
export const authorityKeyContext = (authority: Authority, purpose: string): EncryptionContext => ({
  purpose: `authority ${purpose} key`,
  authority,
})

async function openPair(authority: Authority, purpose: Purpose, database: Database, kms: Kms) {
  const context = authorityKeyContext(authority, purpose)
  const stored = async () =>
    database.transaction(
      authority,
      (sql) => sql<{ ciphertext: Uint8Array; public_jwk: string }>`
      SELECT ciphertext, public_jwk FROM authority_keys WHERE purpose = ${purpose}`,
    )
  if ((await stored()).length === 0) {
    const made = await makePair(purpose)
    const ciphertext = await encryptValue(kms, context, made.privatePkcs8)
    made.privatePkcs8.fill(0)
    await database.transaction(
      authority,
      (sql) => sql`
      INSERT INTO authority_keys (purpose, ciphertext, public_jwk)
      VALUES (${purpose}, ${ciphertext}, ${JSON.stringify(made.publicJwk)}) ON CONFLICT DO NOTHING`,
    )
  }
  const row = single(await stored())
  const pkcs8 = await decryptValue(kms, context, row.ciphertext).catch((cause: unknown) => {
    if (isAppError(cause, 'KEYS_UNREACHABLE')) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The keys of ${authority} do not open what is in this database: ${reason}`, { cause })
  })
  const publicJwk = JSON.parse(row.public_jwk) as JWK
  const privateKey = await crypto.subtle.importKey(
    'pkcs8',
    pkcs8,
    algorithms[purpose],
    false,
    usages[purpose].privateKey,
  )
  pkcs8.fill(0)
  const publicKey = await crypto.subtle.importKey(
    'jwk',
    publicJwk,
    algorithms[purpose],
    true,
    usages[purpose].publicKey,
  )
  return { privateKey, publicKey, publicJwk }
}

async function makePair(purpose: Purpose) {
  const pair = (await crypto.subtle.generateKey(algorithms[purpose], true, [
    ...usages[purpose].privateKey,
    ...usages[purpose].publicKey,
  ])) as CryptoKeyPair
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    privatePkcs8: new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
    publicJwk: { kty, crv, x, y } as JWK,
  }
}
