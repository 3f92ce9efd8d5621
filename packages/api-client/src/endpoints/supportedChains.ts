import * as z from 'zod/mini'
import { caip2, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** Returns the chains that this server has nodes for, as CAIP-2 ids. `ws`: those with a WebSocket. */
export const supportedChains = {
  authority: 'api',
  method: 'GET',
  path: '/v1/supported-chains',
  credential: 'none',
  caller: 'dapp',
  request: z.object(sdk),
  response: z.object({ http: z.array(caip2), ws: z.array(caip2) }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED'],
  idempotent: true,
  cacheMs: 300_000,
} as const satisfies EndpointRow
