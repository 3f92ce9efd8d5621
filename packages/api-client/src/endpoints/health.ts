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
