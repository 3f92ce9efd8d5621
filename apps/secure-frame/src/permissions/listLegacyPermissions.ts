import { hybridAccount, parseCaip10, parseEvmAddress } from '@latchkey/chains'
import { findKnown } from '../chain/networkOf.ts'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import type { Granted } from './readGranted.ts'

/**
 * Lists permissions of this owner's smart accounts that today's settings no longer have: their network has none any longer, or of the other
 * type. They remain valid on the chain. Of networks that this wallet knows, newest first. Fails as the endpoint `listPermissions`.
 */
export const listLegacyPermissions = async (
  { session, smartAccounts }: { session: Pick<Session, 'call'>; smartAccounts: Pick<SmartAccounts, 'on'> },
  caller: Caller,
  owner: string,
): Promise<readonly Granted[]> => {
  const address = parseEvmAddress(owner)
  const kinds = new Map<string, SmartAccount['kind']>([
    [address, 'eip7702'],
    [hybridAccount(address).address, 'hybrid'],
  ])
  // Of any one account; the response also names all others.
  const one = `eip155:1:${address}`
  const first = await session.call(caller, 'listPermissions', { address: one })
  const lists = await Promise.all(
    [one, ...(first.others ?? [])].map(async (other): Promise<readonly Granted[]> => {
      const { caipNetworkId: chainId, address: account } = parseCaip10(other)
      const kind = kinds.get(account)
      if (
        kind === undefined ||
        findKnown(chainId) === undefined ||
        (await smartAccounts.on(chainId, address))?.address === account
      )
        return []
      const { pcis } = other === one ? first : await session.call(caller, 'listPermissions', { address: other })
      return pcis.map((each) => ({ ...each, chainId, account: { kind, address: account, owner: address } }))
    }),
  )
  return lists.flat().sort((one, other) => other.createdAt - one.createdAt)
}
