import * as z from 'zod/mini'
import { empty, generation, jwt, revision, sealedShare, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Custody keeps its shares of a wallet by `recoveryShareId`, and does not know which of them the api has committed: one that a
 * device has sent may never be. So it drops none before the api says so (`settleRecoveryShare`).
 */

/**
 * Keep a recovery share. Never replaces one: repeating the same call answers the same, another share of the same id is
 * refused, so is one that was dropped, and so is one that the key that names the pair hasn't signed: SHARE_INVALID, with
 * `{ reason: 'kept' }` where custody has the pair's share. `receipt` lets the api commit it with the record of that `revision` and no other.
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

/** The recovery share, sealed to this device. Ten an hour for a person. */
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
 * Drop the recovery shares that can belong to no record any more, on the api's word (`replaceWallet`) that a revision was
 * committed with another one. `recoveryShareId` and `revision` are what the device has sent: a settlement of anything else is refused, so that
 * the api can't have the new share dropped. When it is not called, or late, nothing is lost: they go with the next change.
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
