import type { WalletRecord } from '@latchkey/api-client'
import { t } from '@latchkey/copy/settings'
import type { Caller } from '../../session/Caller.ts'
import { type AuditTrail, createAuditTrail } from './activity/createAuditTrail.ts'
import type { AccountContext, Settings, SettingsDeps } from './Settings.ts'

/** Returns the page's calls on the account's devices. `leaveEverywhere` forgets the account here once its sessions are over. */
export const createDeviceCalls = (
  { session }: Pick<SettingsDeps, 'session'>,
  account: AccountContext,
  leaveEverywhere: (wallet: WalletRecord | null) => Promise<void>,
): Pick<Settings, 'devices' | 'renameDevice' | 'revokeDevices' | 'signOutEverywhere'> => ({
  async devices() {
    return (await session.call(account.callerNow(), 'listDevices', {})).devices
  },
  async renameDevice(deviceId, name) {
    await session.call(account.callerNow(), 'renameDevice', { deviceId, name })
  },
  revokeDevices: (deviceIds) =>
    account.confirmed(t('proof.revokeDevice'), async (caller) => {
      for (const deviceId of deviceIds) await session.revokeDevice(caller, deviceId)
    }),
  async signOutEverywhere() {
    const { wallet } = await account.confirmed(t('proof.signOutEverywhere'), async (caller) => {
      const known = await session.call(caller, 'getWallet', {})
      await session.call(caller, 'endAllSessions', {})
      return known
    })
    await leaveEverywhere(wallet)
  },
})

type PermissionCalls = Pick<Settings, 'permissions' | 'revokePermission' | 'allowances' | 'endAllowance'>

/** Returns the page's calls on permissions and allowances. `callerNow` throws UNAUTHORIZED while no account is open. */
export const createPermissionCalls = (
  { permissions }: Pick<SettingsDeps, 'permissions'>,
  callerNow: () => Caller,
): PermissionCalls => ({
  permissions: async () => (await permissions()).list(callerNow()),
  async revokePermission(permission) {
    callerNow()
    await (await permissions()).revoke(permission)
  },
  allowances: async () => (await permissions()).allowances(callerNow()),
  async endAllowance(allowance) {
    callerNow()
    return await (await permissions()).endAllowance(allowance)
  },
})

/** Opens the account's log, as `Settings.auditTrail`. */
export const openAuditTrail = async (
  { session, stepUp }: Pick<SettingsDeps, 'session' | 'stepUp'>,
  account: AccountContext,
  isWhole: boolean,
): Promise<AuditTrail> => {
  const api = (before: number | undefined) => session.call(account.callerNow(), 'apiAuditLog', pageBefore(before))
  if (!isWhole) return createAuditTrail({ api })
  const custody = (before: number | undefined) =>
    account.confirmed(t('proof.secondLog'), () => stepUp.callCustody('custodyAuditLog', pageBefore(before)))
  // Requested at once: a user who does not want to confirm keeps the current content.
  const first = await custody(undefined)
  return createAuditTrail({
    api,
    custody: async (before) => (before === undefined ? first : await custody(before)),
  })
}

/** The maximum number of entries in one response: exporting a log needs fewer requests. */
const pageBefore = (before: number | undefined) => ({ limit: 100, ...(before === undefined ? {} : { before }) })
