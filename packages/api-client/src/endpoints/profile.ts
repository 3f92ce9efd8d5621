import * as z from 'zod/mini'
import { accountAddress, hexBytes, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** A name and the addresses that it leads to, by coin type (SLIP-44; ENSIP-11 for EVM chains). Times are ISO 8601. */
export const registeredName = z.object({
  name: z.string(),
  registered_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  addresses: z.record(z.string(), z.object({ address: z.string(), created_at: z.nullable(z.string()) })),
  attributes: z.nullable(z.record(z.string(), z.string())),
})
export type RegisteredName = z.output<typeof registeredName>

const errors = [
  'PROJECT_UNKNOWN',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'CHAIN_UNREACHABLE',
  'SERVICE_UNREACHABLE',
] as const

/** Where a name leads. A name that nobody has: `[]` for `apiVersion` 2, NAME_NOT_FOUND for older callers. */
export const profileAccount = {
  authority: 'api',
  method: 'GET',
  path: '/v1/profile/account/:name',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    /** In a path: without what means something there. */
    name: z.string().check(z.maxLength(255), z.regex(/^[^\s./?#][^\s/?#]*$/)),
    apiVersion: z.optional(z.string().check(z.maxLength(8))),
  }),
  response: z.union([registeredName, z.array(registeredName)]),
  errors: [...errors, 'NAME_NOT_FOUND'],
  idempotent: true,
  cacheMs: 300_000,
} as const satisfies EndpointRow

/** The names that an address is known by, those alone that lead back to it. */
export const profileReverse = {
  authority: 'api',
  method: 'GET',
  path: '/v1/profile/reverse/:address',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    address: accountAddress,
    sender: z.optional(accountAddress),
    apiVersion: z.optional(z.string().check(z.maxLength(8))),
  }),
  response: z.array(registeredName),
  errors: [...errors, 'ADDRESS_INVALID'],
  idempotent: true,
  cacheMs: 300_000,
} as const satisfies EndpointRow

/** Names like this one in a zone (`example.com` of `ada.example.com`), and whether somebody has them. */
export const profileSuggestions = {
  authority: 'api',
  method: 'GET',
  path: '/v1/profile/suggestions/:name',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    name: z.string().check(z.regex(/^[A-Za-z0-9-]{1,63}$/)),
    zone: z.optional(z.string().check(z.maxLength(255), z.regex(/^[a-z0-9.-]+$/))),
  }),
  response: z.object({ suggestions: z.array(z.object({ name: z.string(), registered: z.boolean() })) }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Takes a name. `message`: JSON of `{ name, attributes, timestamp }`, the time in seconds, accepted for ten minutes and once.
 * `signature`: of that text by the address (EOA, ERC-1271, ERC-6492). `coin_type`: ENSIP-11.
 */
export const registerProfile = {
  authority: 'api',
  method: 'POST',
  path: '/v1/profile/account',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    coin_type: z.int().check(z.nonnegative(), z.lt(2 ** 32)),
    address: accountAddress,
    message: z.string().check(z.maxLength(4096)),
    signature: hexBytes(8192),
  }),
  response: registeredName,
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'RATE_LIMITED',
    'NOT_ENABLED',
    'ADDRESS_INVALID',
    'CHAIN_ID_INVALID',
    'UNAUTHORIZED',
    'CHAIN_UNREACHABLE',
  ],
  idempotent: false,
} as const satisfies EndpointRow
