import type { Caller } from '../../../session/Caller.ts'
import type { Settings, SettingsDeps } from '../Settings.ts'

type PermissionCalls = Pick<Settings, 'permissions' | 'revokePermission' | 'allowances' | 'endAllowance'>

/** Returns what the page can do with what sites and spenders may do. `callerNow` throws UNAUTHORIZED while no account is open. */
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
