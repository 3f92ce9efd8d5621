import type { WalletRecord } from '@latchkey/api-client'
import { type Hold, keepSecret, withSecrets } from '../secrets.ts'
import type { Account } from './accounts.ts'
import type { VaultDependencies } from './dependencies.ts'
import type { Keyring } from './keyring.ts'

type OpenKeyring = (record: WalletRecord, accounts: readonly Account[]) => void

/**
 * Runs work on keys: one call at a time, whose secrets are zeroed after it. It may open the keyring unless that was closed since the call
 * was made.
 */
export type OnKeys = <result>(
  work: (hold: Hold, open: OpenKeyring) => Promise<result>,
  admit?: ReturnType<Keyring['prepare']>,
) => Promise<result>

export const createOnKeys =
  ({ exclusively }: Pick<VaultDependencies, 'exclusively'>, keyring: Keyring): OnKeys =>
  (work, admit = keyring.prepare()) => {
    const open: OpenKeyring = ({ walletId }, accounts) =>
      admit({
        walletId,
        accounts: accounts.map((account) => ({ ...account, privateKey: keepSecret(account.privateKey) })),
      })
    return exclusively(() => withSecrets((hold) => work(hold, open)))
  }
