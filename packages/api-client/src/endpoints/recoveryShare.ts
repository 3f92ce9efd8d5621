import * as z from 'zod/mini'
import { empty, generation, jwt, revision, sealedShare, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Custody stores a wallet's shares by `recoveryShareId`, and doesn't know which of them the api has committed: a share from a device may
 * never be. So it drops none without the api's statement (`settleRecoveryShare`).
 */

/**
 * Stores a recovery share. Never replaces one: repeating the same call returns the same, but a different share with the same id is
 * rejected, and so is one that was dropped, or one that the key that names the pair hasn't signed: SHARE_INVALID, with `{ reason: 'kept' }`
 * if custody has the pair's share. `receipt` lets the api commit it only with the record of that `revision`.
 */
export const putRecoveryShare = {
  authority: 'custody',
  method: 'PUT',
  path: '/custody/v1/recovery-share',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation, recoveryShareId: uuid, revision, sealedShare }),
  response: z.object({ receipt: jwt }),
  errors: ['SHARE_INVALID', 'RATE_LIMITED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Releases the recovery share, sealed to this device. Ten per hour for a user. */
export const releaseRecoveryShare = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/recovery-share/release',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation, recoveryShareId: uuid }),
  response: z.object({ sealedShare }),
  errors: ['WALLET_NOT_FOUND', 'RATE_LIMITED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Drops the recovery shares that no record can use any longer, after the api's statement (`replaceWallet`) that a revision was committed
 * with another one. `recoveryShareId` and `revision` are those that the device has sent: a settlement of anything else is rejected, so that
 * the api can't have the new share dropped. If it is called late or never, nothing is lost: they are dropped with the next change.
 */
export const settleRecoveryShare = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/recovery-share/settle',
  credential: 'token',
  caller: 'wallet',
  // Optional: pages of an earlier release don't send them.
  request: z.object({ settlement: jwt, recoveryShareId: z.optional(uuid), revision: z.optional(revision) }),
  response: empty,
  errors: ['SESSION_EXPIRED', 'WALLET_NOT_FOUND'],
  idempotent: true,
} as const satisfies EndpointRow
