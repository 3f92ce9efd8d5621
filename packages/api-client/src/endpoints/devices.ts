import * as z from 'zod/mini'
import { deviceId, empty, revision, timestamp, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Returns a user's devices, last used first. Browsers partition the wallet's storage by embedding site, so that one browser is a separate
 * device for each dapp. A device is removed after 90 days without use, and beyond 100 the least recently used one.
 */
export const listDevices = {
  authority: 'api',
  method: 'GET',
  path: '/account/v1/devices',
  credential: 'token',
  caller: 'wallet',
  request: empty,
  response: z.object({
    devices: z.array(
      z.object({
        deviceId,
        /** The user's name for it; empty until set. */
        name: z.string(),
        /** Such as `Chrome on Linux`, from its first sign-in. */
        browser: z.string(),
        /** The embedding page at its last sign-in. */
        dappOrigin: z.string(),
        createdAt: timestamp,
        /** Of its last sign-in or refresh. */
        lastUsedAt: timestamp,
        /** Whether it is the calling device. */
        isThis: z.boolean(),
      }),
    ),
  }),
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Renames a device: 1 to 64 characters, none of them invisible; surrounding spaces are trimmed. */
export const renameDevice = {
  authority: 'api',
  method: 'PUT',
  path: '/account/v1/device',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    deviceId,
    name: z.string().check(z.trim(), z.regex(/^\P{C}{1,64}$/u)),
  }),
  response: empty,
  errors: ['SESSION_EXPIRED', 'DEVICE_NOT_FOUND'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Revokes a device: its sessions end and its auth share is deleted, so that its next request fails with SESSION_EXPIRED and it can't unlock
 * anything, whatever it holds. Idempotent. Needs a code of the last five minutes.
 */
export const revokeDevice = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device/revoke',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ deviceId }),
  response: empty,
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Reports what this device knows and a service that was restored from an older backup may have lost: the revision of the wallet, and the
 * devices that were revoked here. It can only remove access. A later revision blocks the release of the recovery pair until that revision
 * is stored, for at most eight revisions and 14 days; a device is revoked only if it has not signed in since the restore. A report is
 * trusted only from a device that the api knew before the restore, within five minutes of a proof; any other report, and one without a
 * restore, has no effect.
 */
export const reportDevice = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device/report',
  credential: 'token',
  caller: 'wallet',
  request: z.object({
    wallet: z.optional(z.object({ walletId: uuid, revision })),
    revokedDeviceIds: z.array(deviceId).check(z.maxLength(20)),
  }),
  response: empty,
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED'],
  idempotent: true,
} as const satisfies EndpointRow
