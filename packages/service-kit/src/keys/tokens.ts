import { type Authority, loginProvider, loginPurpose, socialProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { type Clock, unixSeconds } from '../clock.ts'

const uuid = z.string().check(z.regex(/^[0-9a-f-]{36}$/))
/** What the person has proved themselves for. */
export type GrantPurpose = z.output<typeof loginPurpose>
/** Who somebody is elsewhere. These three together, and never an email, are one identity. */
const identity = z.object({
  provider: loginProvider,
  /** Of OpenID Connect's `iss`, or what stands for it where there is none. */
  issuer: z.string(),
  subject: z.string(),
})
/** A parsed identity: the email address or provider account of a user. */
export type Identity = z.output<typeof identity>
/** Bound to a device: the thumbprint of its signing key (RFC 7800). */
const confirmation = z.object({ jkt: z.string() })

/**
 * Every signed statement there is: who says it to whom, for how long, and what it says. `typ` keeps one kind from being
 * taken for another (RFC 8725).
 */
export const tokens = {
  /**
   * Custody to api: this device, with this HPKE key, has proved this email, or this identity. Opens one session, confirms one, or adds
   * the identity to an account.
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
   * Reaches the recovery shares of one person from one device. Custody is not told when the api revokes a device: such a token goes on
   * for the rest of its ten minutes. It opens nothing then. A recovery share is half a pair, whose other half the api refuses to the
   * device from its next request on; a share that it sends is committed by the api alone, and none is dropped without the api's word.
   * What it reaches is capped for the person and stands in their log.
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
    /** `pid`: the project on whose pages the session was opened. Tokens of the release before have none. */
    claims: z.object({
      sub: uuid,
      sid: uuid,
      pid: z.optional(z.string()),
      auth_time: z.number(),
      cnf: confirmation,
    }),
  },
  /** This person, on this device, has proved both addresses: from now on custody knows them by this one. */
  emailChange: {
    typ: 'latchkey-email-change+jwt',
    issuer: 'custody',
    audience: 'api',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, email: z.string(), cnf: confirmation }),
  },
  /** Api to custody: this is the person's email here too, by a change that both have made. */
  emailTaken: {
    typ: 'latchkey-email-taken+jwt',
    issuer: 'api',
    audience: 'custody',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, email: z.string() }),
  },
  /** Whoever reads this person's old address has taken it back. */
  emailUndo: {
    typ: 'latchkey-email-undo+jwt',
    issuer: 'custody',
    audience: 'api',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, email: z.string() }),
  },
  /** Custody keeps its share of this wallet's recovery pair; good for the record of this revision alone. */
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
  /** Api to custody: this revision of the wallet was committed, and this is the recovery pair that belongs to it. */
  settlement: {
    typ: 'latchkey-settlement+jwt',
    issuer: 'api',
    audience: 'custody',
    lifeSeconds: 600,
    claims: z.object({ sub: uuid, wallet_id: uuid, recovery_share_id: uuid, revision: z.number() }),
  },
  /** Api to custody: whoever answers to this nonce (`socialNonce`) is this identity. Of providers that sign no such word. */
  socialStatement: {
    typ: 'latchkey-social+jwt',
    issuer: 'api',
    audience: 'custody',
    /** As old as an `id_token` may be: a user who links this login first finds a mailed code. */
    lifeSeconds: 600,
    claims: z.object({
      identity: z.object({ ...identity.shape, provider: socialProvider }),
      /** The address that the provider has verified. Absent in statements of the release before. */
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

/** Returns a compact JWS whose type, issuer, audience and lifetime come from the table of tokens. */
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

/** What statements of one authority are verified with. */
export type TokenKeys = {
  /** The key of this id; null when the authority has none, or no longer. Throws SERVICE_UNREACHABLE while it can't be learnt. */
  find(kid: string): Promise<CryptoKey | null>
  /** Statements from before count no more: the verifying database was put back from a backup then. Null: never. */
  since: Date | null
}
/** One key stands for keys that never change. */
export type VerifyingKeys = CryptoKey | TokenKeys

const keysOf = (keys: VerifyingKeys): TokenKeys => ('find' in keys ? keys : { find: async () => keys, since: null })

/** The same keys, for whoever was put back from a backup then. */
export const sinceEpoch = (keys: VerifyingKeys, since: Date | null): TokenKeys => ({ ...keysOf(keys), since })

/** Throws SESSION_EXPIRED for anything but a current statement of that kind, signed by one of these keys; SERVICE_UNAVAILABLE, or what `find` throws, when the keys can't be read. */
export async function verifyToken<name extends TokenName>(
  name: name,
  jwt: string,
  keys: VerifyingKeys,
  clock: Clock,
): Promise<Claims<name>> {
  const { typ, issuer, audience, claims } = tokens[name]
  const { find, since } = keysOf(keys)
  const keyOf = async ({ kid = '' }: { kid?: string }): Promise<CryptoKey> => {
    // Whether a statement is good can't be told then: that is no fault of whoever shows it.
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

/** Whom a token was given to, however long ago; null when it is none of that kind, signed by one of these keys. */
export async function ownerOf(
  name: 'accessToken' | 'custodyToken',
  jwt: string,
  keys: VerifyingKeys,
): Promise<{ userId: string; deviceId: string } | null> {
  const claims = await verifyToken(name, jwt, sinceEpoch(keys, null), beforeAllTime).catch(() => null)
  return claims === null ? null : { userId: claims.sub, deviceId: claims.cnf.jkt }
}
