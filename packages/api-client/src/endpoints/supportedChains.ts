import * as z from 'zod/mini'
import { caip2, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** Every chain of the registry, whether or not this server has a node for it. `ws`: those with a WebSocket. */
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
