import { walletProjectId } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'
import type { ServiceName, ServiceParams, ServiceResult } from '../smartAccount/services.ts'

type PermissionAct = 'keepPermission' | 'findPermission' | 'noteRevoked'
type Acts = { [name in PermissionAct & ServiceName]: (params: ServiceParams<name>) => Promise<ServiceResult<name>> }

/**
 * The wallet's calls on permissions for one caller on one network (CAIP-2). A page receives only its own permissions;
 * the wallet's own page, whose project lists no other origin, receives all.
 */
export const permissionActs = (session: Pick<Session, 'call'>, caller: Caller, chainId: string): Acts => {
  const { origin, projectId, smartAccount } = caller
  const account = (): string => {
    if (smartAccount === null) throw new AppError('UNAUTHORIZED')
    return `${chainId}:${smartAccount.address}`
  }
  return {
    async keepPermission(permission) {
      await session.call(caller, 'keepPermission', { ...permission, address: account(), origin })
      return null
    },
    async findPermission({ pci }) {
      const { pcis } = await session.call(caller, 'listPermissions', { address: account() })
      const found = pcis.find((each) => each.pci === pci)
      const grantedTo = found?.project.url
      if (found === undefined || grantedTo === undefined || (grantedTo !== origin && projectId !== walletProjectId)) {
        throw new AppError('PERMISSION_NOT_FOUND')
      }
      return { origin: grantedTo, revokedAt: found.revokedAt ?? null }
    },
    async noteRevoked({ pci, signature }) {
      await session.call(caller, 'revokePermission', { address: account(), pci, signature })
      return null
    },
  }
}
