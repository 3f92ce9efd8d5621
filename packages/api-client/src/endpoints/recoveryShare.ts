import * as z from 'zod/mini'
import { generation, jwt, sealedShare, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** Keep a recovery share. Never replaces one: repeating the same call answers the same, another share is refused. */
export const putRecoveryShare = {
  authority: 'custody',
  method: 'PUT',
  path: '/custody/v1/recovery-share',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation, recoveryShareId: uuid, sealedShare }),
  response: z.object({ receipt: jwt }),
  errors: ['SHARE_INVALID', 'WALLET_EXISTS'],
  idempotent: true,
} as const satisfies EndpointRow

/** The recovery share, sealed to this device. */
export const releaseRecoveryShare = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/recovery-share/release',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation, recoveryShareId: uuid }),
  response: z.object({ sealedShare }),
  errors: ['WALLET_NOT_FOUND'],
  idempotent: true,
} as const satisfies EndpointRow
