import { type Authority, loginProvider, loginPurpose, socialProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { type Clock, unixSeconds } from '../clock.ts'

const uuid = z.string().check(z.regex(/^[0-9a-f-]{36}$/))
/** The purpose of the user's authentication. */
export type GrantPurpose = z.output<typeof loginPurpose>
/** A user's identity at a provider. These three fields together, and never an email, identify it. */
const identity = z.object({
  provider: loginProvider,
  /** The `iss` of OpenID Connect, or its substitute. */
  issuer: z.string(),
  subject: z.string(),
})
/** A parsed identity: the email address or provider account of a user. */
export type Identity = z.output<typeof identity>
/** Bound to a device: the thumbprint of its signing key (RFC 7800). */
const confirmation = z.object({ jkt: z.string() })

/** All signed statements: issuer, audience, lifetime and claims. `typ` prevents one kind from being used as another (RFC 8725). */
export const tokens = {
  /**
   * Custody to api: this device, with this HPKE key, has proved this email or identity. Opens one session, confirms one, or adds the
   * identity to an account.
   */
  apiGrant: {
    typ: 'latchkey-grant+jwt',
    issuer: 'custody',
    audience: 'api',
    lifeSeconds: 300,
    claims: z.object({
      sub: uuid,
      jti: uuid,
      /** Null in a grant of an identity. */
      email: z.nullable(z.string()),
      identity: z.optional(identity),
      purpose: loginPurpose,
      auth_time: z.number(),
      cnf: confirmation,
      /** Both authorities seal to the same key of this device. */
      hpke: z.string(),
    }),
  },
  /**
   * Accesses one user's recovery shares from one device. Custody isn't notified when the api revokes a device: such a token stays valid for
   * the rest of its ten minutes, but is useless then. A recovery share is half of a pair, and the api refuses the other half to the device
   * from its next request on. Only the api commits a share that it sends, and none is dropped without the api's statement. Its use is
   * rate-limited for the user and recorded in their log.
   */
  custodyToken: {
    typ: 'latchkey-custody+jwt',
    issuer: 'custody',
    audience: 'custody',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, cnf: confirmation }),
  },
  accessToken: {
    typ: 'at+jwt',
    issuer: 'api',
    audience: 'api',
    lifeSeconds: 600,
    /** `pid`: the project on whose pages the session was opened. Absent in tokens of the previous release. */
    claims: z.object({
      sub: uuid,
      sid: uuid,
      pid: z.optional(z.string()),
      auth_time: z.number(),
      cnf: confirmation,
    }),
  },
  /** This user, on this device, has proved both addresses: from now on custody uses this one. */
  emailChange: {
    typ: 'latchkey-email-change+jwt',
    issuer: 'custody',
    audience: 'api',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, email: z.string(), cnf: confirmation }),
  },
  /** Api to custody: this is the user's email at custody too, after a change at both authorities. */
  emailTaken: {
    typ: 'latchkey-email-taken+jwt',
    issuer: 'api',
    audience: 'custody',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, email: z.string() }),
  },
  /** A user with access to the old address has undone the change. */
  emailUndo: {
    typ: 'latchkey-email-undo+jwt',
    issuer: 'custody',
    audience: 'api',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, email: z.string() }),
  },
  /** Custody keeps its share of this wallet's recovery pair; valid only for the record of this revision. */
  receipt: {
    typ: 'latchkey-receipt+jwt',
    issuer: 'custody',
    audience: 'api',
    lifeSeconds: 600,
    claims: z.object({
      sub: uuid,
      wallet_id: uuid,
      generation: z.number(),
      recovery_share_id: uuid,
      revision: z.number(),
    }),
  },
  /** Api to custody: this revision of the wallet was committed, with this recovery pair. */
  settlement: {
    typ: 'latchkey-settlement+jwt',
    issuer: 'api',
    audience: 'custody',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, wallet_id: uuid, recovery_share_id: uuid, revision: z.number() }),
  },
  /** Api to custody: the user with this nonce (`socialNonce`) has this identity. For providers that don't sign such a statement. */
  socialStatement: {
    typ: 'latchkey-social+jwt',
    issuer: 'api',
    audience: 'custody',
    /** As old as an `id_token` may be: a user who links this login provider must first get a code by email. */
    lifeSeconds: 600,
    claims: z.object({
      identity: z.object({ ...identity.shape, provider: socialProvider }),
      /** The address that the provider has verified. Absent in statements of the previous release. */
      email: z.optional(z.nullable(z.string())),
      nonce: z.string(),
      purpose: loginPurpose,
    }),
  },
} as const satisfies Record<
  string,
  { typ: string; issuer: Authority; audience: Authority; lifeSeconds: number; claims: z.ZodMiniType }
>

/** The name of a kind of token that an authority signs. */
export type TokenName = keyof typeof tokens
/** The parsed claims of a token that its kind adds to `iss`, `aud`, `iat` and `exp`. */
export type Claims<name extends TokenName> = z.output<(typeof tokens)[name]['claims']>

/** An ES256 private key and its id, which goes into the token's header. */
export type TokenSigner = { privateKey: CryptoKey; kid: string }

/** Returns a compact JWS with type, issuer, audience and lifetime from the table of tokens. */
export async function signToken<name extends TokenName>(
  name: name,
  claims: Claims<name>,
  signer: TokenSigner,
  clock: Clock,
): Promise<string> {
  const { typ, issuer, audience, lifeSeconds } = tokens[name]
  const issuedAt = unixSeconds(clock.now())
  return new SignJWT(claims as Record<string, unknown>)
    .setProtectedHeader({ alg: 'ES256', typ, kid: signer.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(signer.privateKey)
}

/** The keys that verify an authority's statements. */
export type TokenKeys = {
  /**
   * Returns the key with this id; null when the authority doesn't have it, or no longer. Throws SERVICE_UNREACHABLE when that can't be
   * determined.
   */
  find(kid: string): Promise<CryptoKey | null>
  /** Older statements are rejected: the verifying database was restored from a backup at this time. Null: never. */
  since: Date | null
}
/** A single key stands for keys that never change. */
export type VerifyingKeys = CryptoKey | TokenKeys

const keysOf = (keys: VerifyingKeys): TokenKeys => ('find' in keys ? keys : { find: async () => keys, since: null })

/** Returns the same keys, for a verifier that was restored from a backup at `since`. */
export const sinceEpoch = (keys: VerifyingKeys, since: Date | null): TokenKeys => ({ ...keysOf(keys), since })

/**
 * Verifies a statement. Throws SESSION_EXPIRED unless it is current, of that kind and signed by one of these keys; SERVICE_UNAVAILABLE, or
 * what `find` throws, when the keys can't be read.
 */
export async function verifyToken<name extends TokenName>(
  name: name,
  jwt: string,
  keys: VerifyingKeys,
  clock: Clock,
): Promise<Claims<name>> {
  const { typ, issuer, audience, claims } = tokens[name]
  const { find, since } = keysOf(keys)
  const keyOf = async ({ kid = '' }: { kid?: string }): Promise<CryptoKey> => {
    // The statement can't be verified then, which is not the caller's fault.
    const key = await find(kid).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('SERVICE_UNAVAILABLE', { cause })
    })
    if (key === null) throw new TypeError('another key')
    return key
  }
  try {
    const { payload } = await jwtVerify(jwt, keyOf, {
      typ,
      issuer,
      audience,
      algorithms: ['ES256'],
      currentDate: clock.now(),
      requiredClaims: ['exp', 'iat'],
    })
    if (since !== null && (payload.iat ?? 0) < unixSeconds(since)) throw new TypeError('before the restore')
    return z.parse(claims, payload) as Claims<name>
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('SESSION_EXPIRED', { cause })
  }
}

const beforeAllTime: Clock = { now: () => new Date(0) }

/** Returns the user that a token was issued to, however long ago; null unless it is of that kind and signed by one of these keys. */
export async function ownerOf(
  name: 'accessToken' | 'custodyToken',
  jwt: string,
  keys: VerifyingKeys,
): Promise<{ userId: string; deviceId: string } | null> {
  const claims = await verifyToken(name, jwt, sinceEpoch(keys, null), beforeAllTime).catch(() => null)
  return claims === null ? null : { userId: claims.sub, deviceId: claims.cnf.jkt }
}
