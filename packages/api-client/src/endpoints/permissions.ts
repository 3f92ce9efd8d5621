import * as z from 'zod/mini'
import { accountAddress, caip10, empty, hexBytes, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** What an account has let others do in its name (smart sessions). Times are seconds since 1970. */

const granted = z.object({
  project: z.object({
    id: z.string(),
    name: z.string(),
    url: z.optional(z.string()),
    iconUrl: z.optional(z.string()),
  }),
  /** Names the permission among those of the account. */
  pci: z.string(),
  expiry: z.number(),
  createdAt: z.number(),
  permissions: z.array(z.object({ type: z.string(), data: z.optional(z.record(z.string(), z.unknown())) })),
  policies: z.array(z.object({ type: z.string(), data: z.optional(z.record(z.string(), z.unknown())) })),
  context: z.optional(z.string()),
  revokedAt: z.optional(z.number()),
})
const errors = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED', 'UNAUTHORIZED'] as const
const row = { authority: 'api', credential: 'none', caller: 'dapp' } as const

/** What an account (CAIP-10) has granted: for the account's own bearer token alone. */
export const listPermissions = {
  ...row,
  method: 'GET',
  path: '/v1/sessions/:address',
  request: z.object({ ...sdk, address: caip10 }),
  response: z.object({ pcis: z.array(granted) }),
  errors: [...errors, 'CAIP_ADDRESS_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** Ends a permission of an account (CAIP-10 or bare), by the account's signature of the `pci`. */
export const revokePermission = {
  ...row,
  method: 'POST',
  path: '/v1/sessions/:address/revoke',
  request: z.object({
    ...sdk,
    address: z.union([caip10, accountAddress]),
    pci: z.string().check(z.minLength(1), z.maxLength(128)),
    signature: hexBytes(8192),
  }),
  response: empty,
  errors: [...errors, 'ADDRESS_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow
