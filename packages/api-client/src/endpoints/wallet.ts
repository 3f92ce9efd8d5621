import * as z from 'zod/mini'
import {
  addressProofs,
  empty,
  generation,
  jwt,
  revision,
  sealedShare,
  shareNonce,
  uuid,
  walletSignature,
} from './fields.ts'
import type { EndpointRow } from './row.ts'
import { maxRecordsSent, walletHistory, walletRecord } from './walletRecord.ts'

/** Consecutive records, oldest first, each signed like the one of `replaceWallet`. */
const signedRecords = z
  .array(z.object({ record: walletRecord, signature: walletSignature, addressProofs: z.optional(addressProofs) }))
  .check(z.maxLength(maxRecordsSent - 1))

/** Returns the encrypted wallet of the session's user; null before one is created. */
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

/**
 * Commits a new wallet: record and both of the api's shares in one transaction, with custody's receipt for its own. Each address is proved
 * by its key (`walletAddressText`): SHARE_INVALID otherwise.
 *
 * `changes`: for a wallet that was lost in a restore, the records that followed its first one. Shares and receipt belong to the last of
 * them.
 */
export const createWallet = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/wallet',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    record: walletRecord,
    addressProofs,
    sealedAuthShare: sealedShare,
    sealedRecoveryAuthShare: sealedShare,
    receipt: jwt,
    changes: z.optional(signedRecords),
  }),
  response: z.object({ wallet: walletRecord }),
  errors: ['SESSION_EXPIRED', 'WALLET_EXISTS', 'WALLET_CHANGED', 'SHARE_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Commits a changed record, in one transaction with its shares: its `revision` is the next one, its type and owner stay, and addresses may
 * only be added. Idempotent.
 *
 * `signature` is of `walletChangeDigest(stored, record)`, by the key of the stored record's first EVM address: the api can't decrypt a
 * record, and without a signature an attacker with access to the user's mail, who never opened the wallet, could replace it with garbage.
 * `addressProofs` are of the added addresses. SHARE_INVALID for any other.
 *
 * A new vault key (`generation`, the next one) requires a new auth share of this device and a new recovery pair; every other device is
 * signed out and loses its share. A new `recoveryShareId` requires `recovery`, with custody's receipt for this very revision; the same one
 * forbids it.
 *
 * `earlier`: if a restore has lost several changes, the records between the stored one and `record`. Each follows the previous one as
 * above; only shares of the newest key and pair are needed.
 *
 * WALLET_CHANGED: another device was faster; read the wallet again. `settlement` is for `settleRecoveryShare`. Needs a code of the last
 * five minutes. The user is notified of a changed recovery method by mail.
 */
export const replaceWallet = {
  authority: 'api',
  method: 'PUT',
  path: '/account/v1/wallet',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    record: walletRecord,
    signature: walletSignature,
    addressProofs: z.optional(addressProofs),
    sealedAuthShare: z.optional(sealedShare),
    recovery: z.optional(z.object({ sealedRecoveryAuthShare: sealedShare, receipt: jwt })),
    earlier: z.optional(signedRecords),
  }),
  response: z.object({ wallet: walletRecord, settlement: jwt }),
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED', 'WALLET_NOT_FOUND', 'WALLET_CHANGED', 'SHARE_INVALID', 'MAIL_FAILED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Enrolls this device: stores the auth share of a new pair. It is sealed with this session (`releaseRecoveryAuthShare`): SHARE_INVALID for
 * an older one, which a device that was revoked since may still have.
 */
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

/**
 * Releases this device's auth share, sealed to it for one use, with the `nonce` that its vault waits for: the vault uses it only for its
 * purpose (`SharePurpose`), and only once, so that a stored copy is worthless. `change` and `export` need a code of the last five minutes;
 * the user is notified of an `export` by mail before the share is released. `wallet` is the newest record, for a device that has an older
 * revision of it; `history`: the records that led to it, from revision `since` on.
 */
export const releaseAuthShare = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/auth-share/release',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    walletId: uuid,
    generation,
    use: z.enum(['unlock', 'change', 'export']),
    nonce: shareNonce,
    since: z.optional(revision),
  }),
  response: z.object({ sealedShare, wallet: walletRecord, history: z.optional(walletHistory) }),
  errors: ['SESSION_EXPIRED', 'WALLET_NOT_FOUND', 'STEP_UP_REQUIRED', 'MAIL_FAILED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Releases the api's half of the recovery pair, sealed to this device with the `nonce` that its vault waits for. Only for a session that a
 * new code has opened. WALLET_OUTDATED after a restore from an older backup, when another device has reported a later revision.
 * `sessionId`: the session, for `putAuthShare`.
 */
export const releaseRecoveryAuthShare = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/recovery-auth-share/release',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ walletId: uuid, generation, nonce: shareNonce }),
  response: z.object({ sealedShare, sessionId: uuid, history: z.optional(walletHistory) }),
  errors: ['WALLET_NOT_FOUND', 'WALLET_OUTDATED', 'SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow
