import type { WalletRecord } from '@latchkey/api-client'
import { t } from '@latchkey/copy/settings'
import type { AccountContext, Settings, SettingsDeps } from '../Settings.ts'

/** Returns what the page can do with the devices of the account. `leaveEverywhere` forgets the account here once its sessions are over. */
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
