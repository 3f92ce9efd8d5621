import * as z from 'zod/mini'
import { deviceId, empty, revision, timestamp, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * A person's devices, last used first. Browsers keep the wallet's storage apart by the site around it, so that one browser
 * is a device for each dapp. A device that was not used for 90 days is removed, and beyond 100 the one used longest ago.
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
        /** What the person calls it; empty until they do. */
        name: z.string(),
        /** As `Chrome on Linux`, from its first login. */
        browser: z.string(),
        /** The page around it when it last logged in. */
        dappOrigin: z.string(),
        createdAt: timestamp,
        /** Of its last login or refresh. */
        lastUsedAt: timestamp,
        /** Whether it is the one that asks. */
        isThis: z.boolean(),
      }),
    ),
  }),
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Name a device: 1 to 64 characters, none of them invisible; spaces around them are dropped. */
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
 * Revoke a device: its sessions end and its auth share is deleted, so that its next request fails with SESSION_EXPIRED and it
 * unlocks nothing, whatever it holds. One that is gone is revoked already. Needs a code of the last five minutes.
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
 * What this device knows and a service that was restored from an older backup may have lost: the revision of the wallet, and the
 * devices that were revoked here. It can take away and never give. A later revision keeps the recovery pair from being released until
 * that revision is there, and counts for eight revisions and 14 days at most; a device is revoked only if it has not signed in since the restore. Only a
 * device that the api knew before the restore is believed, within five minutes of a proof; of any other, and without a restore, nothing
 * follows.
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
