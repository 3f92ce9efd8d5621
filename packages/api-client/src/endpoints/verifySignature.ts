import * as z from 'zod/mini'
import { caip2, hexBytes, projectId } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Returns whether an EVM address has signed a text (ERC-191): an EOA, a contract (ERC-1271), or an undeployed one (ERC-6492). JSON-RPC 2.0.
 */
export const verifySignature = {
  authority: 'api',
  method: 'POST',
  path: '/v1/verify-signature',
  credential: 'none',
  caller: 'dapp',
  query: z.object({ chainId: caip2, projectId }),
  request: z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string().check(z.maxLength(128))]),
    method: z.literal('verify_signature'),
    params: z.object({
      address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
      message: z.string().check(z.maxLength(8192)),
      signature: hexBytes(16_384),
    }),
  }),
  response: z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string()]),
    result: z.boolean(),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'CHAIN_NOT_SUPPORTED', 'CHAIN_UNREACHABLE'],
  idempotent: true,
} as const satisfies EndpointRow
