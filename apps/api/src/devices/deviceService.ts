import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import { type InSessionDeps, inConfirmedSession, inSession, type SessionCaller } from '../session/inSession.ts'
import { noteRevision } from '../walletStore.ts'
import {
  type DeviceUse,
  findUnproved,
  forgetDevice,
  isOfBackup,
  nameDevice,
  readDevices,
  recordDevice,
} from './deviceStore.ts'

/** The most devices of a user, and how long an unused one is kept: no session lasts longer. */
export const maxDevices = 100
const disuseSeconds = 90 * 86_400

/** Throws SESSION_EXPIRED. */
export const listDevices = (deps: InSessionDeps, caller: SessionCaller): Promise<EndpointResponse<'listDevices'>> =>
  inSession(deps, caller, async (sql) => ({
    devices: (await readDevices(sql, caller.token.sub)).map(({ createdAt, lastUsedAt, ...device }) => ({
      ...device,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isThis: device.deviceId === caller.device.deviceId,
    })),
  }))

/** Throws SESSION_EXPIRED, DEVICE_NOT_FOUND, also for another user's device. */
export const renameDevice = (
  deps: InSessionDeps,
  { deviceId, name }: EndpointRequest<'renameDevice'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'renameDevice'>> =>
  inSession(deps, caller, async (sql, audit) => {
    if (!(await nameDevice(sql, caller.token.sub, deviceId, name))) throw new AppError('DEVICE_NOT_FOUND')
    await audit('device renamed')
    return {}
  })

/** Throws SESSION_EXPIRED, STEP_UP_REQUIRED. */
export const revokeDevice = (
  deps: InSessionDeps,
  { deviceId }: EndpointRequest<'revokeDevice'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'revokeDevice'>> =>
  inConfirmedSession(deps, caller, async (sql, audit) => {
    if (await forgetDevice(sql, caller.token.sub, deviceId, deps.clock.now())) await audit('device revoked')
    return {}
  })

/** Ends every session of the user and deletes every auth share. Throws SESSION_EXPIRED, STEP_UP_REQUIRED. */
export const endAllSessions = (
  deps: InSessionDeps,
  caller: SessionCaller,
): Promise<EndpointResponse<'endAllSessions'>> =>
  inConfirmedSession(deps, caller, async (sql, audit) => {
    const { sub } = caller.token
    const now = deps.clock.now()
    for (const { deviceId } of await readDevices(sql, sub)) await forgetDevice(sql, sub, deviceId, now)
    await audit('signed out everywhere')
    return {}
  })

/**
 * Accepts a device's report of state that a restore may have lost. The device must predate the restore, and its user must have just proved
 * themselves. A report grants nothing, and is written to the user's log. Throws SESSION_EXPIRED, STEP_UP_REQUIRED.
 */
export const reportDevice = (
  deps: InSessionDeps,
  { wallet, revokedDeviceIds }: EndpointRequest<'reportDevice'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'reportDevice'>> =>
  inConfirmedSession(deps, caller, async (sql, audit) => {
    const { sub } = caller.token
    if (!(await isOfBackup(sql, sub, caller.device.deviceId))) return {}
    if (wallet !== undefined && (await noteRevision(sql, sub, wallet, deps.clock.now())))
      await audit('later wallet reported')
    for (const deviceId of await findUnproved(sql, sub)) {
      if (!revokedDeviceIds.includes(deviceId)) continue
      await forgetDevice(sql, sub, deviceId, deps.clock.now())
      await audit('device revoked')
    }
    return {}
  })

/** Signs out every other device of the user and deletes its share. */
export async function forgetOtherDevices(sql: Sql, userId: string, but: string, now: Date): Promise<void> {
  for (const { deviceId } of await readDevices(sql, userId))
    if (deviceId !== but) await forgetDevice(sql, userId, deviceId, now)
}

/** Adds a device for a user, and removes unused devices and those beyond the maximum, the least recent first. */
export async function admitDevice(sql: Sql, use: DeviceUse): Promise<void> {
  const { userId, now } = use
  const disused = await recordDevice(sql, use, { since: secondsLater(now, -disuseSeconds), most: maxDevices })
  for (const deviceId of disused) {
    await forgetDevice(sql, userId, deviceId, now)
    await appendAudit(sql, { userId, at: now, event: 'device removed after disuse', deviceId, dappOrigin: null })
  }
}
