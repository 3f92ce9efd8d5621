import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Vault } from '../vault/vaultMethods.ts'
import type { CallAuthorised } from './callApi.ts'
import type { Account } from './SessionState.ts'

type Use = 'unlock' | 'change' | 'export'
type Released = { sealedAuthShare: string; record: WalletRecord }

export type ShareUseDeps = {
  vault: Pick<Vault, 'status'>
  /** Calls in the name of a session. */
  authorised: (sessionId: string) => CallAuthorised
  /** Ends a session. */
  end: (sessionId: string) => Promise<void>
}

/**
 * Has the api release this device's share for one use, and gives it to `work`, with the newest record. A share that is
 * missing, or does not fit, ends the session: SESSION_EXPIRED. Otherwise fails as the api and `work` do.
 */
export const createShareUse = ({ vault, authorised, end }: ShareUseDeps) => {
  /**
   * The wallet may be under another key than the vault knows, if this device changed it and did not hear that it was
   * committed; a device that another one left behind has no share at all.
   */
  const release = async ({ sessionId, walletId }: Account, use: Use): Promise<EndpointResponse<'releaseAuthShare'>> => {
    const call = authorised(sessionId)
    const { wallet: held } = await vault.status(undefined)
    const generation = held?.record.generation ?? 1
    try {
      return await call('releaseAuthShare', { walletId, generation, use })
    } catch (error) {
      if (!isAppError(error, 'WALLET_NOT_FOUND')) throw error
      const { wallet } = await call('getWallet', {})
      if (wallet?.walletId !== walletId || wallet.generation === generation) throw error
      return await call('releaseAuthShare', { walletId, generation: wallet.generation, use })
    }
  }

  return async <result>(account: Account, use: Use, work: (released: Released) => Promise<result>): Promise<result> => {
    try {
      const { sealedShare, wallet } = await release(account, use)
      return await work({ sealedAuthShare: sealedShare, record: wallet })
    } catch (error) {
      // This device was revoked, or the key has moved on without it: only a new login enrols it again.
      if (!isAppError(error, 'WALLET_NOT_FOUND') && !isAppError(error, 'SHARE_INVALID')) throw error
      await end(account.sessionId)
      throw new AppError('SESSION_EXPIRED', { cause: error })
    }
  }
}
