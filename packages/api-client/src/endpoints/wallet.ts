import * as z from 'zod/mini'
import { empty, generation, jwt, sealedShare, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { walletRecord } from './walletRecord.ts'

export const getWallet = {
  authority: 'api',
  method: 'GET',
  path: '/account/v1/wallet',
  credential: 'token',
  caller: 'wallet',
  request: empty,
  response: z.object({ wallet: z.nullable(walletRecord) }),
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow

/** Commit a new wallet: record and both of the api's shares in one transaction, on custody's receipt for its own. */
export const createWallet = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/wallet',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    record: walletRecord,
    sealedAuthShare: sealedShare,
    sealedRecoveryAuthShare: sealedShare,
    receipt: jwt,
  }),
  response: z.object({ wallet: walletRecord }),
  errors: ['WALLET_EXISTS', 'SHARE_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** Enrol this device: keep the auth share of a fresh pair. */
export const putAuthShare = {
  authority: 'api',
  method: 'PUT',
  path: '/account/v1/auth-share',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation, sealedShare }),
  response: empty,
  errors: ['WALLET_NOT_FOUND', 'SHARE_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** This device's auth share, sealed to it. */
export const releaseAuthShare = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/auth-share/release',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation }),
  response: z.object({ sealedShare }),
  errors: ['WALLET_NOT_FOUND'],
  idempotent: true,
} as const satisfies EndpointRow

/** The api's half of the recovery pair, sealed to this device. Only for a session that a fresh code has opened. */
export const releaseRecoveryAuthShare = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/recovery-auth-share/release',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation }),
  response: z.object({ sealedShare }),
  errors: ['WALLET_NOT_FOUND', 'SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow
