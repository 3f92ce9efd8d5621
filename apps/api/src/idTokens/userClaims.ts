import type { IdTokenScope, WalletRecord } from '@latchkey/api-client'
import { hybridAccount, parseEvmAddress } from '@latchkey/chains'
import type { Sql } from '@latchkey/service-kit/db/database'
import type { Project } from '@latchkey/service-kit/projects/projects'
import { findEmail } from '../emailChange/emailStore.ts'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'
import { smartAccountsOf } from '../smartAccounts/smartAccountsOf.ts'
import { findWallet } from '../walletStore.ts'

/** The claims that a user can share with an app, by the scope that the app requests. */
export type ScopedClaims = { wallets?: string[]; email?: string; email_verified?: boolean }
export type UserClaimsDeps = { smartAccounts: Readonly<Record<string, SmartAccountNetwork>> }

const ethereum = 'eip155:1'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * Returns the claims of these scopes. `email` is the account's own address, which is unique: an address verified by a login provider may
 * not be, and apps link accounts by it.
 */
export async function userClaims(
  deps: UserClaimsDeps,
  sql: Sql,
  { userId, project, scopes }: { userId: string; project: Project; scopes: readonly IdTokenScope[] },
): Promise<ScopedClaims> {
  const email = scopes.includes('email') ? await findEmail(sql, userId) : null
  return {
    ...(scopes.includes('wallets') && { wallets: accountsOf(deps, project, await findWallet(sql, userId)) }),
    ...(email !== null && { email, email_verified: true }),
  }
}

/**
 * Each account once, as CAIP-10: keys on Ethereum and Solana mainnet, whatever network the app uses, and the smart accounts that the
 * project's users have on its networks.
 */
function accountsOf({ smartAccounts }: UserClaimsDeps, project: Project, wallet: WalletRecord | null): string[] {
  if (wallet === null) return []
  const owners = wallet.addresses.eip155.map(parseEvmAddress)
  return [
    ...owners.map((address) => `${ethereum}:${address}`),
    ...wallet.addresses.solana.map((address) => `${solana}:${address}`),
    ...smartAccountsOf(project, smartAccounts).flatMap(({ chainId, kind }) =>
      owners.map((owner) => `eip155:${chainId}:${kind === 'eip7702' ? owner : hybridAccount(owner).address}`),
    ),
  ]
}
