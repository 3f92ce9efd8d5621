import * as z from 'zod/mini'
import { accountAddress, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Returns an address's name, but only if the name resolves back to the address. `avatar`: an https URL of an image. `sender`: the
 * requesting account, for nodes that need it.
 */
export const identity = {
  authority: 'api',
  method: 'GET',
  path: '/v1/identity/:address',
  credential: 'none',
  caller: 'dapp',
  request: z.object({ ...sdk, address: accountAddress, sender: z.optional(accountAddress) }),
  response: z.object({ name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'RATE_LIMITED',
    'ADDRESS_INVALID',
    'CHAIN_UNREACHABLE',
    'SERVICE_UNREACHABLE',
  ],
  idempotent: true,
  cacheMs: 300_000,
} as const satisfies EndpointRow
/** A name and avatar; each is null when the address has none. */
export type Identity = z.output<typeof identity.response>
