import * as z from 'zod/mini'

/** Schemas of a wallet's record, separate from the other fields: the vault bundles only these. */

/** Unpadded base64url of up to this many bytes. */
export const base64url = (maxBytes: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(Math.ceil((maxBytes * 4) / 3)))
/** A UUID in lower case, of any version. */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** The number of a wallet's vault key; increases by one with each rotation. */
export const generation = z.number().check(z.int(), z.positive(), z.lt(2 ** 31))
/** The number of a wallet record's state, from 1. */
export const revision = z.int().check(z.positive(), z.lt(2 ** 31))
/** 65 bytes in base64url: r, s (the lower of the two) and v (27 or 28) of an ECDSA signature over secp256k1. */
export const walletSignature = z.string().check(z.regex(/^[\w-]{87}$/))
/** In the order of `addressesToProve`: 65 bytes by an EVM key (r, s, v), 64 by a Solana key. */
export const addressProofs = z.array(z.string().check(z.regex(/^[\w-]{86,87}$/))).check(z.maxLength(128))
