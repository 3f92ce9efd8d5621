import * as z from 'zod/mini'
import { empty } from './fields.ts'
import type { EndpointRow } from './row.ts'

const health = z.object({
  status: z.enum(['ok', 'degraded']),
  authority: z.enum(['api', 'custody']),
  /** `combined`: api and custody in one process, for development. */
  mode: z.enum(['combined', 'split']),
  version: z.string(),
  database: z.enum(['ok', 'down']),
})

/** Returns the api's mode, version and database state. `readyPaths` report its other dependencies. */
export const apiHealth = {
  authority: 'api',
  method: 'GET',
  path: '/health',
  credential: 'none',
  caller: 'dapp',
  request: empty,
  response: health,
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow

/** Returns custody's mode, version and database state. `readyPaths` report its other dependencies. */
export const custodyHealth = {
  authority: 'custody',
  method: 'GET',
  path: '/health',
  credential: 'none',
  caller: 'wallet',
  request: empty,
  response: health,
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow
