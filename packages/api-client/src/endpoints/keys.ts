import * as z from 'zod/mini'
import { base64url, empty } from './fields.ts'
import type { EndpointRow } from './row.ts'

const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
})

/** The public keys of an authority: those that the vault seals to and that verify its receipts. */
const authorityKeys = z.object({
  authority: z.enum(['api', 'custody']),
  /** Uncompressed P-256 point, 65 bytes. */
  hpkePublicKey: base64url(65),
  /** Keys that may replace it, before or after: a client that knows the current one accepts these, and no others. */
  announcedHpkeKeys: z.optional(z.array(base64url(65)).check(z.maxLength(8))),
  /** ES256 verification key of its current signatures. */
  signingKey,
  /** All accepted keys: that one, and during a rotation the next or the previous one. */
  signingKeys: z.optional(z.array(signingKey)),
})
/** The public keys of an authority, parsed. */
export type AuthorityKeys = z.output<typeof authorityKeys>

/** Returns the api's public keys. The vault seals the api's shares to its HPKE key. */
export const apiKeys = {
  authority: 'api',
  method: 'GET',
  path: '/account/v1/keys',
  credential: 'none',
  caller: 'wallet',
  request: empty,
  response: authorityKeys,
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow

/** Returns custody's public keys. The vault seals custody's share to its HPKE key. */
export const custodyKeys = {
  authority: 'custody',
  method: 'GET',
  path: '/custody/v1/keys',
  credential: 'none',
  caller: 'wallet',
  request: empty,
  response: authorityKeys,
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow
