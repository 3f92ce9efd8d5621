import { type ApiClient, createBatchedRpc, type walletEndpoints } from '@latchkey/api-client'
import { decodePermissionContext, type EvmNetwork, grantOfDelegation, type PermissionGrant } from '@latchkey/chains'
import { t } from '@latchkey/copy/settingsPermissions'
import { AppError } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import { mayWords } from '../../../approvals/permissions/grantWords.ts'
import { readToken } from '../../../approvals/token/readToken.ts'
import type { Page } from '../../../boundary/Page.ts'
import { createCallNode } from '../../../chain/createCallNode.ts'
import { type ChainReader, createChainReader } from '../../../chain/createChainReader.ts'
import type { AskNode } from '../../../chain/createSolanaReader.ts'
import { findKnown, serveNetworks } from '../../../chain/networkOf.ts'
import { hasEnded } from '../../../permissions/hasEnded.ts'
import { listLegacyPermissions } from '../../../permissions/listLegacyPermissions.ts'
import { type Granted, readGranted } from '../../../permissions/readGranted.ts'
import type { Caller } from '../../../session/Caller.ts'
import type { Lock } from '../../../session/callApi.ts'
import type { Session } from '../../../session/Session.ts'
import { createSmartAccounts, type SmartAccounts } from '../../../smartAccount/createSmartAccounts.ts'
import { type AllowanceList, openAllowances, type ShownAllowance } from '../allowances/openAllowances.ts'
import { createAskOnPage } from './askOnPage.ts'

/** A permission as the page shows it: the signed terms, not the site's description, and whether it is still valid. */
export type ShownPermission = {
  readonly granted: Granted
  /** Null for one that this wallet would not have granted in that form. */
  readonly grant: PermissionGrant | null
  readonly network: EvmNetwork
  /** The signer's rights, as a phrase that follows “may”. */
  readonly may: string
  /** According to the chain; `unknown` when it can't be reached. */
  readonly state: 'active' | 'expired' | 'revoked' | 'unknown'
  /** True if this wallet can revoke it; false for one of an account that today's settings no longer have. */
  readonly isEndable: boolean
}

export type Permissions = {
  readonly smartAccounts: SmartAccounts
  /** Returns all permissions of the user's smart accounts, former ones too, newest first. Fails as the endpoint `listPermissions`. */
  list(caller: Caller): Promise<readonly ShownPermission[]>
  /** Revokes a permission, with the same approval as for a page. Fails with USER_REJECTED, and with why it could not be done. */
  revoke(permission: ShownPermission): Promise<void>
  /** Returns the allowances of the user's accounts. Fails as the endpoint `accountAllowances`. */
  allowances(caller: Caller): Promise<AllowanceList>
  /** Revokes an allowance, with the same approval as for a page. Fails with USER_REJECTED, and with why it could not be sent. */
  endAllowance(allowance: ShownAllowance): Promise<'ended' | 'sent'>
}

export type PermissionsDeps = {
  window: Window
  page: Page
  session: Session
  client: ApiClient<typeof walletEndpoints>
  lock: Lock
  appearance: () => Appearance
}

/** Lists the permissions of the signed-in user's smart accounts, and revokes them. */
export const openPermissions = async (deps: PermissionsDeps): Promise<Permissions> => {
  const { page, session, client } = deps
  const rpc = createBatchedRpc(client)
  const askNode: AskNode = (caipNetworkId, method, params) => rpc(caipNetworkId, { method, params })
  const callNode = createCallNode(askNode)
  const chain = (caipNetworkId: string) => createChainReader(callNode, caipNetworkId)
  const project = await client.call('origins', {})
  serveNetworks(project.networks)
  const smartAccounts = createSmartAccounts({ said: project.smartAccounts, chain })
  const ask = createAskOnPage({ ...deps, askNode, callNode, chain, smartAccountOn: smartAccounts.on })

  const show = async (granted: Granted, isEndable: boolean): Promise<ShownPermission> => {
    const network = findKnown(granted.chainId) as EvmNetwork
    const grant = readGrant(granted.context)
    const read = chain(granted.chainId)
    const [state, token] = await Promise.all([
      stateOf(granted, read),
      grant === null || !('token' in grant.permission)
        ? null
        : readToken(grant.permission.token, read).catch(() => null),
    ])
    const may = grant === null ? t('unreadable') : mayWords(grant.permission, network, token)
    return { granted, grant, network, may, state, isEndable }
  }

  return {
    smartAccounts,
    ...openAllowances({ page, session, client, chain, ask, smartAccounts, now: Date.now }),
    async list(caller) {
      const owner = caller.smartAccount?.owner ?? caller.address
      const [now, formerly] = await Promise.all([
        readGranted({ session, smartAccounts }, caller, [owner]),
        listLegacyPermissions({ session, smartAccounts }, caller, owner),
      ])
      const shown = [...now.map((each) => show(each, true)), ...formerly.map((each) => show(each, false))]
      return (await Promise.all(shown)).sort((one, other) => other.granted.createdAt - one.granted.createdAt)
    },
    async revoke({ granted, network }) {
      await session.preferAccount(page, 'smartAccount')
      const caller = await session.requireCallerOnChain(page, granted.chainId)
      if (caller.smartAccount?.address !== granted.account.address) throw new AppError('UNAUTHORIZED')
      await ask('wallet_revokePermissions', [{ permissionContext: granted.context }], caller, network)
    },
  }
}

const readGrant = (context: string): PermissionGrant | null => {
  try {
    const [delegation, ...more] = decodePermissionContext(context)
    return delegation === undefined || more.length > 0 ? null : grantOfDelegation(delegation)
  } catch {
    return null
  }
}

const stateOf = async ({ pci, expiry }: Granted, read: ChainReader): Promise<ShownPermission['state']> => {
  if (expiry * 1000 <= Date.now()) return 'expired'
  const ended = await hasEnded(pci, read)
  if (ended === null) return 'unknown'
  return ended ? 'revoked' : 'active'
}
