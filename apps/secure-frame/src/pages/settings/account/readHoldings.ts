import type { ApiClient, WalletRecord, walletEndpoints } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { serveNetworks } from '../../../chain/networkOf.ts'
import { smartAccountOf } from '../../../smartAccount/inspectAccount.ts'
import { smartAccountKind } from '../../../smartAccount/SmartAccount.ts'
import type { Holdings } from './Holdings.ts'
import { readTokenIcons } from './readTokenIcons.ts'
import { sumHoldings } from './sumHoldings.ts'

type Client = ApiClient<Pick<typeof walletEndpoints, 'accountBalance' | 'origins'>>

/**
 * Reads the holdings of all accounts of a wallet, on every network that the service supports. An unreadable account makes
 * the result partial; when none can be read, it fails as the endpoint `accountBalance`.
 */
export const readHoldings = async (
  client: Client,
  { apiUrl, projectId }: { apiUrl: string; projectId: string },
  { addresses }: Pick<WalletRecord, 'addresses'>,
): Promise<Holdings> => {
  const owners = addresses.eip155 ?? []
  const smartAccounts = await readSmartAccounts(client, owners)
  const all = [...new Set([...Object.values(addresses).flat(), ...smartAccounts])]
  const answers = await Promise.allSettled(
    all.map((address) => client.call('accountBalance', { projectId, address, currency: 'usd' })),
  )
  const failed = answers.filter((answer) => answer.status === 'rejected')
  if (failed[0] !== undefined && failed.length === answers.length) throw failed[0].reason
  const balances = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.balances : []))
  return {
    ...sumHoldings(balances),
    isPartial: failed.length > 0,
    smartAccounts,
    icon: readTokenIcons({ apiUrl, projectId }),
  }
}

const readSmartAccounts = async (client: Client, owners: readonly string[]): Promise<readonly string[]> => {
  const { smartAccounts: said = [], networks } = await client.call('origins', {})
  serveNetworks(networks)
  const kinds = new Set(
    said.flatMap(({ kind }) => {
      const known = z.safeParse(smartAccountKind, kind)
      return known.success ? [known.data] : []
    }),
  )
  const found = owners.flatMap((owner) => [...kinds].map((kind) => smartAccountOf(kind, owner).address as string))
  return [...new Set(found)].filter((address) => !owners.includes(address))
}
