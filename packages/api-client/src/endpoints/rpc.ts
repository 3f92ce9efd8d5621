import * as z from 'zod/mini'
import { projectId } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Sends JSON-RPC 2.0, single or batch, to a chain's nodes, or to its bundler (ERC-7769). Only reads, and sends of signed data. Called
 * through `jsonRpc`.
 */
export const rpc = {
  authority: 'api',
  method: 'POST',
  path: '/v1',
  credential: 'none',
  caller: 'dapp',
  query: z.object({ chainId: z.string().check(z.maxLength(64)), projectId }),
  request: z.unknown(),
  response: z.unknown(),
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNREACHABLE',
    'BUNDLER_UNREACHABLE',
    'METHOD_NOT_ALLOWED',
  ],
  idempotent: false,
} as const satisfies EndpointRow
