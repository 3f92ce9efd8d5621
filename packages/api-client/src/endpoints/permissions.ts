import * as z from 'zod/mini'
import { accountAddress, caip10, empty, hexBytes } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** Permissions that an account has granted (ERC-7715). Times are seconds since 1970. */

/** 32 bytes in hexadecimal: the hash of the delegation, which identifies the permission among the account's. */
const pci = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const term = z.object({
  type: z.string().check(z.maxLength(64)),
  data: z.optional(z.record(z.string(), z.unknown())),
})
const permission = {
  pci,
  expiry: z.number().check(z.int(), z.positive()),
  /** The delegate: an address of the same chain. */
  signer: accountAddress,
  permissions: z.array(term).check(z.minLength(1), z.maxLength(16)),
  policies: z.array(term).check(z.maxLength(16)),
  /** The signed delegations, as `wallet_grantPermissions` returns them. */
  context: hexBytes(16_384),
} as const
const granted = z.object({
  ...permission,
  project: z.object({
    id: z.string(),
    name: z.string(),
    /** The page that requested it. */
    url: z.optional(z.string()),
    iconUrl: z.optional(z.string()),
  }),
  createdAt: z.number(),
  revokedAt: z.optional(z.number()),
})

/**
 * Returns the permissions of one of the user's accounts (CAIP-10), newest first, without those that expired over a month ago. `others`: the
 * user's accounts that have granted others, even on networks where smart accounts are no longer enabled.
 */
export const listPermissions = {
  authority: 'api',
  method: 'GET',
  path: '/v1/sessions/:address',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ address: caip10 }),
  response: z.object({ pcis: z.array(granted), others: z.optional(z.array(caip10)) }),
  errors: ['SESSION_EXPIRED', 'UNAUTHORIZED', 'CAIP_ADDRESS_INVALID', 'NOT_ENABLED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Stores a permission that one of the user's accounts (CAIP-10) has just granted to a page. Idempotent. */
export const keepPermission = {
  authority: 'api',
  method: 'PUT',
  path: '/v1/sessions/:address',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ address: caip10, origin: z.string().check(z.maxLength(255)), ...permission }),
  response: empty,
  errors: ['SESSION_EXPIRED', 'UNAUTHORIZED', 'CAIP_ADDRESS_INVALID', 'NOT_ENABLED', 'LIMIT_EXCEEDED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Records that a permission of an account (CAIP-10 or bare) has ended, with the account's signature of the text of its `pci` (EIP-191; also
 * ERC-1271 and ERC-6492). It ends on-chain: the account disables the delegation there.
 */
export const revokePermission = {
  authority: 'api',
  method: 'POST',
  path: '/v1/sessions/:address/revoke',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ address: z.union([caip10, accountAddress]), pci, signature: hexBytes(8192) }),
  response: empty,
  errors: [
    'UNAUTHORIZED',
    'ADDRESS_INVALID',
    'CAIP_ADDRESS_INVALID',
    'PERMISSION_NOT_FOUND',
    'CHAIN_UNREACHABLE',
    'RATE_LIMITED',
  ],
  idempotent: true,
} as const satisfies EndpointRow
