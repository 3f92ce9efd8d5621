import * as z from 'zod/mini'
import { accountAddress, ensName, hexBytes, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** A name and the addresses that it resolves to, by coin type (SLIP-44; ENSIP-11 for EVM chains). Times are ISO 8601. */
export const registeredName = z.object({
  name: z.string(),
  registered_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  addresses: z.record(z.string(), z.object({ address: z.string(), created_at: z.nullable(z.string()) })),
  attributes: z.nullable(z.record(z.string(), z.string())),
})
/** A parsed name with the addresses it resolves to. */
export type RegisteredName = z.output<typeof registeredName>

const errors = [
  'PROJECT_UNKNOWN',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'CHAIN_UNREACHABLE',
  'SERVICE_UNREACHABLE',
] as const

/** Resolves a name. For one that isn't registered, returns `[]` with `apiVersion` 2, and NAME_NOT_FOUND to older callers. */
export const profileAccount = {
  authority: 'api',
  method: 'GET',
  path: '/v1/profile/account/:name',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    name: ensName,
    apiVersion: z.optional(z.string().check(z.maxLength(8))),
  }),
  response: z.union([registeredName, z.array(registeredName)]),
  errors: [...errors, 'NAME_NOT_FOUND'],
  idempotent: true,
  cacheMs: 300_000,
} as const satisfies EndpointRow

/** Returns the names of an address; only those that resolve to it. */
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

/**
 * Returns the typed name and similar ones in the operator's zone (`example.eth` of `ada.example.eth`). `registered`: the name can't be registered,
 * because it is taken, reserved, or easily mistaken for another. `address`: the account that wants one, which can have again what it has below
 * the zone's earlier parent. NOT_ENABLED also for a zone that the operator doesn't have.
 */
export const profileSuggestions = {
  authority: 'api',
  method: 'GET',
  path: '/v1/profile/suggestions/:name',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    name: z.string().check(z.regex(/^[A-Za-z0-9-]{1,63}$/)),
    zone: z.optional(ensName),
    address: z.optional(accountAddress),
  }),
  response: z.object({ suggestions: z.array(z.object({ name: z.string(), registered: z.boolean() })) }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Registers a name of the operator's zone for an account. `message`: JSON of `{ name, attributes, timestamp }`, with the full name and the
 * time in seconds, accepted for ten minutes and once. `signature`: of that text by the address (EOA, ERC-1271, ERC-6492). `coin_type`:
 * ENSIP-11; 60 or that of an EVM chain whose id is below 2^31. NAME_NOT_ALLOWED `{ reason }`: characters, short, long, form, reserved, zone.
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
    'CHAIN_NOT_SUPPORTED',
    'INVALID_PARAMS',
    'NONCE_INVALID',
    'SIGNATURE_INVALID',
    'NAME_NOT_ALLOWED',
    'NAME_TAKEN',
    'NAME_LIMIT',
    'CHAIN_UNREACHABLE',
  ],
  idempotent: false,
} as const satisfies EndpointRow
