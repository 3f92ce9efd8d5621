import * as z from 'zod/mini'
import { accountAddress, caip10, empty, hexBytes } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** What an account has let others do in its name (ERC-7715). Times are seconds since 1970. */

/** 32 bytes in hexadecimal: the hash of the delegation, which names the permission among those of the account. */
const pci = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const term = z.object({
  type: z.string().check(z.maxLength(64)),
  data: z.optional(z.record(z.string(), z.unknown())),
})
const permission = {
  pci,
  expiry: z.number().check(z.int(), z.positive()),
  /** Who may act: an address of the same chain. */
  signer: accountAddress,
  permissions: z.array(term).check(z.minLength(1), z.maxLength(16)),
  policies: z.array(term).check(z.maxLength(16)),
  /** The signed delegations, as `wallet_grantPermissions` answers them. */
  context: hexBytes(16_384),
} as const
const granted = z.object({
  ...permission,
  project: z.object({
    id: z.string(),
    name: z.string(),
    /** The page that has asked. */
    url: z.optional(z.string()),
    iconUrl: z.optional(z.string()),
  }),
  createdAt: z.number(),
  revokedAt: z.optional(z.number()),
})

/**
 * What an account (CAIP-10) of the person has granted, the newest first; what has expired a month ago is left out. `others`:
 * which of the person's accounts have granted something besides, also where nobody has smart accounts any more.
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

/** Keep what an account (CAIP-10) of the person has just granted to a page. Repeating it changes nothing. */
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
 * Take note that a permission of an account (CAIP-10 or bare) has ended, by the account's signature of the text of its `pci`
 * (EIP-191; ERC-1271 and ERC-6492 too). What ends it is the chain: the account disables the delegation there.
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
