import * as z from 'zod/mini'
import { base64url, caip10, empty, projectId } from './fields.ts'
import { idTokenNonce, idTokenScopes, issuedIdToken } from './idToken.ts'
import type { EndpointRow } from './row.ts'

/** In seconds since 1970. */
const expiresAt = z.number().check(z.int(), z.positive())
/** 256 bits, base64url. */
const token = base64url(32)

/** Returns a nonce for one sign-in message of this page: used once, within five minutes, for this project and origin. */
export const siwxNonce = {
  authority: 'api',
  method: 'POST',
  path: '/v1/siwx/nonce',
  credential: 'none',
  caller: 'dapp',
  request: z.object({ projectId }),
  response: z.object({ nonce: z.string().check(z.regex(/^[A-Za-z0-9]{17,64}$/)), expiresAt }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'],
  idempotent: false,
} as const satisfies EndpointRow

/**
 * Opens a session of an account that has signed a sign-in message (CAIP-122): EIP-4361 of an EOA, a contract (ERC-1271), or an undeployed
 * one (ERC-6492); Sign In With Solana; BIP-322 or a signed message of Bitcoin. Domain and URI are those of the calling page. The token is
 * valid only on this page, for 24 hours or until the message expires.
 */
export const startSiwxSession = {
  authority: 'api',
  method: 'POST',
  path: '/v1/siwx/sessions',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    projectId,
    account: caip10,
    message: z.string().check(z.minLength(1), z.maxLength(8192)),
    /** In the wallet's form: hexadecimal for EVM, base58 or base64 for Solana, base64 for Bitcoin. */
    signature: z.string().check(z.minLength(1), z.maxLength(16_386), z.regex(/^[\w+/=-]+$/)),
    /** From Bitcoin wallets that provide it, hexadecimal. Only the address counts. */
    publicKey: z.optional(z.string().check(z.regex(/^(?:[0-9a-fA-F]{2}){32,65}$/))),
  }),
  response: z.object({ token, expiresAt }),
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'CAIP_ADDRESS_INVALID',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNREACHABLE',
    'SIWX_MESSAGE_INVALID',
    'SIWX_DOMAIN_MISMATCH',
    'NONCE_INVALID',
    'SIGNATURE_INVALID',
  ],
  idempotent: false,
} as const satisfies EndpointRow

/** Returns an ID token of such a session's account, for the project. */
export const siwxIdToken = {
  authority: 'api',
  method: 'POST',
  path: '/v1/siwx/id-token',
  credential: 'none',
  caller: 'dapp',
  request: z.object({ projectId, token, nonce: z.optional(idTokenNonce), scopes: z.optional(idTokenScopes) }),
  response: issuedIdToken,
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'SIWX_SESSION_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** Ends such a session. Also succeeds for an ended one. */
export const revokeSiwxSession = {
  authority: 'api',
  method: 'POST',
  path: '/v1/siwx/revoke',
  credential: 'none',
  caller: 'dapp',
  request: z.object({ projectId, token }),
  response: empty,
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'],
  idempotent: true,
} as const satisfies EndpointRow
