import type { EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Caller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'

/** A permission that one of the user's accounts has granted, as it is stored. */
export type Granted = EndpointResponse<'listPermissions'>['pcis'][number] & {
  /** CAIP-2. */
  readonly chainId: string
  readonly account: SmartAccount
}

/**
 * Returns the permissions that the smart accounts of these owners have granted, on every network that has them, newest
 * first. Fails as the endpoint `listPermissions`.
 */
export const readGranted = async (
  { session, smartAccounts }: { session: Pick<Session, 'call'>; smartAccounts: Pick<SmartAccounts, 'networks' | 'on'> },
  caller: Caller,
  owners: readonly string[],
): Promise<readonly Granted[]> => {
  const accounts = owners.flatMap((owner) => smartAccounts.networks.map((chainId) => ({ owner, chainId })))
  const lists = await Promise.all(
    accounts.map(async ({ owner, chainId }) => {
      const account = await smartAccounts.on(chainId, owner)
      if (account === null) throw new AppError('INTERNAL')
      const { pcis } = await session.call(caller, 'listPermissions', { address: `${chainId}:${account.address}` })
      return pcis.map((each) => ({ ...each, chainId, account }))
    }),
  )
  return lists.flat().sort((one, other) => other.createdAt - one.createdAt)
}
