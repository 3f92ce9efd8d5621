import { type Authority, type AuthorityKeys, encodeBase64url } from '@latchkey/api-client'
import { checkProof, openShare, type ShareContext } from '@latchkey/api-client/sealing'
import { isAppError } from '@latchkey/protocol/errors'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { decryptValue, encryptValue } from '../kms/envelope.ts'
import type { EncryptionContext, Kms } from '../kms/kms.ts'
import type { TokenKeys } from './tokens.ts'

/**
 * The key pairs of an authority; its private keys can't be exported from the process. Its members are as current as the last `refresh`:
 * keys are rotated while processes run (`rotateAuthorityKey.ts`).
 */
export type AuthorityKeyring = {
  /** ES256: tokens, grants, receipts. The current signing key. */
  signing: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey; readonly kid: string }
  /** All keys whose signatures are accepted: also the next one, and the previous one until it is retired. */
  tokenKeys: Pick<TokenKeys, 'find'>
  /**
   * Opens shares that the vault has sealed to any key of this authority. Rejects with SHARE_INVALID, as `openShare` and `checkProof` do.
   */
  openShare(sealed: string, expectedContext: ShareContext): Promise<Uint8Array<ArrayBuffer>>
  /** ECDH P-256: the key that the vault currently seals shares to. */
  hpke: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }
  /** The public keys. */
  readonly published: AuthorityKeys
  /** ES256: ID tokens for apps, which none of our endpoints accepts. The api has this key; at custody, reading it throws. */
  idToken: {
    readonly privateKey: CryptoKey
    readonly kid: string
    /**
     * All keys whose tokens are accepted, as a JWK set (RFC 7517): the current one, the next one, and the previous one until it is retired.
     */
    readonly jwks: { keys: readonly PublicIdTokenKey[] }
  }
  /** Loads rotations by other processes if the last load is old. What can't be read now stays unchanged. */
  refresh(): Promise<void>
}

/** The public key of ID tokens as a JSON Web Key (RFC 7517). */
export type PublicIdTokenKey = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

/** The key purposes of each authority. */
const purposesOf = {
  api: ['signing', 'hpke', 'id-token'],
  custody: ['signing', 'hpke'],
} as const satisfies Record<Authority, readonly string[]>
/** The purpose of an authority's key. */
export type KeyPurpose = (typeof purposesOf)[Authority][number]
/** `next` is accepted but not used yet, `previous` is still accepted. The current key's name is just the purpose, as it always was. */
export type KeyState = 'next' | 'current' | 'previous'
/** Returns the primary key of a key's row; the current key of a purpose has no suffix. */
export const rowName = (purpose: KeyPurpose, state: KeyState): string =>
  state === 'current' ? purpose : `${purpose} ${state}`

const algorithms = {
  signing: { name: 'ECDSA', namedCurve: 'P-256' },
  hpke: { name: 'ECDH', namedCurve: 'P-256' },
  'id-token': { name: 'ECDSA', namedCurve: 'P-256' },
} as const satisfies Record<KeyPurpose, EcKeyGenParams>
const usages = {
  signing: { privateKey: ['sign'], publicKey: ['verify'] },
  hpke: { privateKey: ['deriveBits'], publicKey: [] },
  'id-token': { privateKey: ['sign'], publicKey: ['verify'] },
} as const satisfies Record<KeyPurpose, Record<'privateKey' | 'publicKey', KeyUsage[]>>

/** How long loaded keys count as current, and the minimum time between lookups of an unknown key, in milliseconds. */
const freshMs = 10_000
const searchPauseMs = 1_000

type Pair = { privateKey: CryptoKey; publicKey: CryptoKey; publicJwk: JWK; kid: string }
type States = Partial<Record<KeyState, Pair>>
type InUse = States & { current: Pair }
type Pairs = Record<'signing' | 'hpke', InUse> & { 'id-token': States }

/**
 * Loads the authority's keys, or creates them at the first start; servers that start together end up with the same ones. Throws when the
 * KMS is not the one that encrypted them.
 */
export async function openAuthorityKeyring(
  authority: Authority,
  database: Database,
  kms: Kms,
  clock: Clock = { now: () => new Date() },
): Promise<AuthorityKeyring> {
  const opened = new Map<string, Pair>()
  // Existing keys must open before one is added: the right KMS could not open what a wrong one sealed.
  await openRows(authority, database, kms, opened)
  for (const purpose of purposesOf[authority])
    await ensureKey({ authority, database, kms }, purpose, 'current', clock.now())
  const read = () => readPairs(authority, database, kms, opened)
  let pairs = await read()
  let published = await publish(authority, pairs)
  let readAt = clock.now().getTime()
  let reading: Promise<void> | null = null

  const reload = (): Promise<void> => {
    reading ??= (async () => {
      try {
        pairs = await read()
        published = await publish(authority, pairs)
      } finally {
        readAt = clock.now().getTime()
        reading = null
      }
    })()
    return reading
  }
  const isOlderThan = (ms: number): boolean => clock.now().getTime() - readAt >= ms
  const findKid = (kid: string): CryptoKey | null =>
    Object.values(pairs.signing).find((pair) => pair.kid === kid)?.publicKey ?? null

  return {
    signing: {
      get privateKey() {
        return pairs.signing.current.privateKey
      },
      get publicKey() {
        return pairs.signing.current.publicKey
      },
      get kid() {
        return pairs.signing.current.kid
      },
    },
    tokenKeys: {
      async find(kid) {
        const known = findKid(kid)
        if (known !== null || !isOlderThan(searchPauseMs)) return known
        await reload()
        return findKid(kid)
      },
    },
    async openShare(sealed, expectedContext) {
      let refusal: unknown
      for (const { privateKey, publicKey } of [pairs.hpke.current, ...othersOf(pairs.hpke)]) {
        try {
          const sent = await openShare({ privateKey, publicKey, sealed, expectedContext })
          return await checkProof(sent, expectedContext)
        } catch (error) {
          refusal ??= error
        }
      }
      throw refusal
    },
    hpke: {
      get privateKey() {
        return pairs.hpke.current.privateKey
      },
      get publicKey() {
        return pairs.hpke.current.publicKey
      },
    },
    get published() {
      return published
    },
    idToken: {
      get privateKey() {
        return withCurrent(pairs['id-token']).current.privateKey
      },
      get kid() {
        return withCurrent(pairs['id-token']).current.kid
      },
      get jwks() {
        const { current, ...others } = withCurrent(pairs['id-token'])
        return { keys: [current, ...othersOf(others)].map(asIdTokenKey) }
      },
    },
    async refresh() {
      if (isOlderThan(freshMs)) await reload().catch(() => undefined)
    },
  }
}

/** Returns the encryption context of a private key, which does not depend on its state. */
export const authorityKeyContext = (authority: Authority, name: string): EncryptionContext => ({
  purpose: `authority ${name.split(' ')[0]} key`,
  authority,
})

/** Where an authority's keys are stored, and what encrypts them. */
export type KeyDeps = { authority: Authority; database: Database; kms: Kms }

/** Creates a key in this state if there is none. */
export async function ensureKey(
  { authority, database, kms }: KeyDeps,
  purpose: KeyPurpose,
  state: KeyState,
  now: Date,
): Promise<void> {
  const name = rowName(purpose, state)
  const found = await database.transaction(authority, (sql) => sql`SELECT FROM authority_keys WHERE purpose = ${name}`)
  if (found.length > 0) return
  const made = await makePair(purpose)
  const ciphertext = await encryptValue(kms, authorityKeyContext(authority, name), made.privatePkcs8)
  made.privatePkcs8.fill(0)
  await database.transaction(
    authority,
    (sql) => sql`
    INSERT INTO authority_keys (purpose, ciphertext, public_jwk, changed_at)
    VALUES (${name}, ${ciphertext}, ${JSON.stringify(made.publicJwk)}, ${now}) ON CONFLICT DO NOTHING`,
  )
}

async function readPairs(...from: Parameters<typeof openRows>): Promise<Pairs> {
  const { signing, hpke, 'id-token': idToken } = await openRows(...from)
  return { signing: withCurrent(signing), hpke: withCurrent(hpke), 'id-token': idToken }
}

/** Opens rows. `opened`: pairs by their public key, each opened once. */
async function openRows(
  authority: Authority,
  database: Database,
  kms: Kms,
  opened: Map<string, Pair>,
): Promise<Record<KeyPurpose, States>> {
  const rows = await database.transaction(
    authority,
    (sql) => sql<{ purpose: string; ciphertext: Uint8Array; public_jwk: string }>`
      SELECT purpose, ciphertext, public_jwk FROM authority_keys`,
  )
  const found: Record<KeyPurpose, States> = { signing: {}, hpke: {}, 'id-token': {} }
  for (const { purpose: name, ciphertext, public_jwk } of rows) {
    const [purpose, state = 'current'] = name.split(' ') as [KeyPurpose, KeyState?]
    if (!(purpose in found)) continue
    const pair = opened.get(public_jwk) ?? (await openPair(authority, purpose, kms, { ciphertext, public_jwk }))
    opened.set(public_jwk, pair)
    found[purpose][state] = pair
  }
  for (const known of opened.keys()) if (rows.every(({ public_jwk }) => public_jwk !== known)) opened.delete(known)
  return found
}

function withCurrent({ current, ...others }: States): InUse {
  if (current === undefined) throw new Error('an authority has no key in use')
  return { current, ...others }
}

async function openPair(
  authority: Authority,
  purpose: KeyPurpose,
  kms: Kms,
  row: { ciphertext: Uint8Array; public_jwk: string },
): Promise<Pair> {
  const pkcs8 = await decryptValue(kms, authorityKeyContext(authority, purpose), row.ciphertext).catch(
    (cause: unknown) => {
      if (isAppError(cause, 'KEYS_UNREACHABLE')) throw cause
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The keys of ${authority} do not open what is in this database: ${reason}`, { cause })
    },
  )
  const publicJwk = JSON.parse(row.public_jwk) as JWK
  const { privateKey: privateUses, publicKey: publicUses } = usages[purpose]
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithms[purpose], false, privateUses)
  pkcs8.fill(0)
  const publicKey = await crypto.subtle.importKey('jwk', publicJwk, algorithms[purpose], true, publicUses)
  return { privateKey, publicKey, publicJwk, kid: await calculateJwkThumbprint(publicJwk) }
}

async function publish(authority: Authority, { signing, hpke }: Pairs): Promise<AuthorityKeys> {
  const pointOf = async ({ publicKey }: Pair) =>
    encodeBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
  return {
    authority,
    hpkePublicKey: await pointOf(hpke.current),
    announcedHpkeKeys: await Promise.all(othersOf(hpke).map(pointOf)),
    signingKey: asTold(signing.current),
    signingKeys: [signing.current, ...othersOf(signing)].map(asTold),
  }
}

const asTold = ({ publicJwk: { x = '', y = '' }, kid }: Pair) => ({ kty: 'EC', crv: 'P-256', x, y, kid }) as const
const asIdTokenKey = (pair: Pair): PublicIdTokenKey => ({ ...asTold(pair), alg: 'ES256', use: 'sig' })

const othersOf = ({ next, previous }: States): Pair[] => [next, previous].filter((pair) => pair !== undefined)

async function makePair(purpose: KeyPurpose) {
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
