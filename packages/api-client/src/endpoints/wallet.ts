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

/** Records that follow one another, oldest first, each signed as the one of `replaceWallet`. */
const signedRecords = z
  .array(z.object({ record: walletRecord, signature: walletSignature, addressProofs: z.optional(addressProofs) }))
  .check(z.maxLength(maxRecordsSent - 1))

/** Returns the encrypted wallet of the session's user; null before one is made. */
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
 * Commit a new wallet: record and both of the api's shares in one transaction, on custody's receipt for its own. Each of its addresses is proved by
 * its key (`walletAddressText`): SHARE_INVALID otherwise.
 *
 * `changes`: of a wallet that a restore has lost, the records that followed its first one. Shares and receipt are of the last of them.
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
 * Commit a changed record, in one transaction with the shares that belong to it: its `revision` is the next one, what it is
 * and whose stays, addresses may only be added. Sending the same again answers the same.
 *
 * `signature` is of `walletChangeDigest(stored, record)`, by the key of the stored record's first EVM address: the api cannot
 * look into a record, and without it whoever reads a person's mail, and never opened their wallet, could put rubbish in its
 * place. `addressProofs` are of the addresses that are added. SHARE_INVALID for any other.
 *
 * A new vault key (`generation`, the next one) demands a new auth share of this device and a new recovery pair; every other
 * device is signed out and loses its share. A new `recoveryShareId` demands `recovery`, with custody's receipt for this very
 * revision; the same one forbids it.
 *
 * `earlier`: where a restore has lost several changes, the records between the stored one and `record`. Each follows the one before it
 * as above; shares are needed of the newest key and pair only.
 *
 * WALLET_CHANGED: another device was faster; read the wallet again. `settlement` is for `settleRecoveryShare`. Needs a code of
 * the last five minutes. Of another way of recovery the person is told by mail.
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
 * Enrol this device: keep the auth share of a fresh pair. It is sealed with this session (`releaseRecoveryAuthShare`): SHARE_INVALID for one
 * of before, which a device that was revoked since may still have.
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
 * This device's auth share, sealed to it for one use, with the `nonce` that its vault waits for: the vault does nothing else
 * with it (`SharePurpose`), and that once, so that whoever keeps it has nothing. `change` and `export` need a code of the last
 * five minutes; of an `export` the person hears by mail before the share leaves.
 * `wallet` is the newest record, for a device that has an older revision of it; `history`: the records that led to it, from revision `since` on.
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
 * The api's half of the recovery pair, sealed to this device with the `nonce` that its vault waits for. Only for a session that
 * a fresh code has opened. WALLET_OUTDATED after a restore from an older backup, when another device has reported a later revision.
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
