import type { WalletHistory, WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import type { CallAuthorised } from './callApi.ts'
import type { Account } from './SessionState.ts'

type Use = 'unlock' | 'change' | 'export'
type Released = { sealedAuthShare: string; nonce: string; record: WalletRecord; history?: WalletHistory | undefined }

export type ShareUseDeps = {
  vault: Pick<Vault, 'status' | 'expectShare'>
  /** Calls for a session. */
  authorised: (sessionId: string) => CallAuthorised
  /** Ends a session. */
  end: (sessionId: string) => Promise<void>
}

/**
 * Has the API release this device's share for one use, which the vault waits for, and passes it to `work`, with the newest
 * record. A share that is missing, or does not fit, ends the session: SESSION_EXPIRED. Otherwise fails as the API and `work`
 * do; with VAULT_LOCKED when the vault was locked while the share was in transit, and then nothing has ended.
 */
export const createShareUse = ({ vault, authorised, end }: ShareUseDeps) => {
  /**
   * The wallet may be under another key than the vault knows, if this device changed it and never received the response; a
   * device that another one's change left behind has no share at all.
   */
  const release = async (account: Account, use: Use): Promise<Released> => {
    const { sessionId, walletId } = account
    const { wallet: held } = await vault.status(undefined)
    const { generation = 1 } = held?.record ?? {}
    const releaseUnder = async (generation: number): Promise<Released> => {
      const { nonce, since } = await vault.expectShare(undefined)
      const request = { walletId, generation, use, nonce, since }
      const { sealedShare, wallet, history } = await authorised(sessionId)('releaseAuthShare', request)
      return { sealedAuthShare: sealedShare, nonce, record: wallet, history }
    }
    try {
      return await releaseUnder(generation)
    } catch (error) {
      if (!isAppError(error, 'WALLET_NOT_FOUND')) throw error
      const { wallet } = await authorised(sessionId)('getWallet', {})
      if (wallet?.walletId !== walletId || wallet.generation === generation) throw error
      return await releaseUnder(wallet.generation)
    }
  }

  return async <result>(account: Account, use: Use, work: (released: Released) => Promise<result>): Promise<result> => {
    try {
      return await work(await release(account, use))
    } catch (error) {
      // This device was revoked, or the key has changed without it: only a new sign-in enrolls it again.
      if (!isAppError(error, 'WALLET_NOT_FOUND') && !isAppError(error, 'SHARE_INVALID')) throw error
      await end(account.sessionId)
      throw new AppError('SESSION_EXPIRED', { cause: error })
    }
  }
}
