import * as z from 'zod/mini'
import { caip2, hexBytes } from './fields.ts'
import type { EndpointRow } from './row.ts'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** ERC-4337 with EntryPoint 0.7, unpacked, in JSON-RPC form (ERC-7769). */
const userOperation = z.object({
  sender: address,
  nonce: quantity,
  factory: z.optional(address),
  factoryData: z.optional(hexBytes(8192)),
  callData: hexBytes(131_072),
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  /** As a page's service has returned them for `stub`: its final signature covers them (ERC-7677). */
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
})

/**
 * Returns who pays the network fee of a user's operation (using ERC-7677). `stub`: data to estimate gas with, without commitment. `final`:
 * the operation as it will be signed, and its fee counts against the project's limits for its users. `service`: the dapp's own paymaster
 * service (EIP-5792 capability `paymasterService`), used instead of the project's.
 */
export const sponsorOperation = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/sponsorship',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    projectId: z.string().check(z.minLength(1), z.maxLength(128)),
    chainId: caip2,
    stage: z.enum(['stub', 'final']),
    operation: userOperation,
    service: z.optional(
      z.object({
        url: z.string().check(z.maxLength(2048)),
        context: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
  }),
  response: z.object({
    paymaster: address,
    paymasterData: hexBytes(8192),
    paymasterVerificationGasLimit: quantity,
    paymasterPostOpGasLimit: quantity,
    /** The sponsor's name; a dapp service's own name is an unverified claim. */
    sponsor: z.string().check(z.maxLength(100)),
    /** The stub is also the final response, which need not be requested. */
    isFinal: z.boolean(),
  }),
  errors: [
    'SESSION_EXPIRED',
    'UNAUTHORIZED',
    'PROJECT_UNKNOWN',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNREACHABLE',
    'SPONSOR_REFUSED',
    'NOT_ENABLED',
  ],
  idempotent: true,
  // A dapp's own service may be slow.
  timeoutMs: 15_000,
} as const satisfies EndpointRow
