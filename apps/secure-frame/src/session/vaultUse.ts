import { AppError, isAppError } from '@latchkey/protocol'
import { commitChange } from './commitChange.ts'
import { createShareUse } from './createShareUse.ts'
import type { CurrentSession } from './currentSession.ts'
import type { Session, SessionDeps } from './Session.ts'
import type { Account } from './SessionState.ts'

type VaultUse = Pick<
  Session,
  'unlock' | 'wallet' | 'changeWallet' | 'revealKeys' | 'makeRecoveryFile' | 'closeScreen' | 'lock' | 'sign'
> & { unlockFor(account: Account): Promise<void> }

/** The signed-in user's uses of the keys in the vault. */
export const createVaultUse = ({ vault }: Pick<SessionDeps, 'vault'>, current: CurrentSession): VaultUse => {
  const { accountFor, authorised } = current
  const withShare = createShareUse({ vault, authorised, end: current.end })
  let unlocking: Promise<void> | null = null

  const openVault = async (account: Account): Promise<void> => {
    // Another user may have started to sign in here.
    await vault.useWalletOf({ userId: account.userId })
    await withShare(account, 'unlock', (released) => vault.unlock(released))
    current.setUnlocked(account, true)
  }

  const unlockFor = async (account: Account): Promise<void> => {
    if (current.state().kind === 'unlocked') return
    unlocking ??= openVault(account).finally(() => {
      unlocking = null
    })
    await unlocking
  }

  return {
    unlockFor,
    unlock: async (caller) => unlockFor(await accountFor(caller)),
    async wallet(caller) {
      const { walletId } = await accountFor(caller)
      const { wallet } = await vault.status(undefined)
      if (wallet?.record.walletId !== walletId) throw new AppError('UNAUTHORIZED')
      return wallet.record
    },
    async changeWallet(caller, change, { appearance, callCustody }) {
      const account = await accountFor(caller)
      const prepared = await withShare(account, 'change', (released) =>
        vault.changeWallet({ ...released, change, appearance }),
      )
      try {
        await commitChange({ call: authorised(account.sessionId), callCustody, prepared })
      } catch (error) {
        // It may have been committed all the same, or another device was faster: the vault learns either way.
        await openVault(account).catch(() => undefined)
        throw error
      }
      await openVault(account)
    },
    async revealKeys(caller, { appearance }) {
      const { seen } = await withShare(await accountFor(caller), 'export', (released) =>
        vault.revealKeys({ ...released, appearance }),
      )
      return seen
    },
    async makeRecoveryFile(caller, { appearance }) {
      const { file } = await withShare(await accountFor(caller), 'export', (released) =>
        vault.makeRecoveryFile({ ...released, appearance }),
      )
      return new Uint8Array(file)
    },
    async closeScreen() {
      await vault.closeScreen(undefined)
    },
    async lock() {
      const state = current.state()
      if (state.kind === 'unlocked') current.setUnlocked(state.account, false)
      await vault.lock(undefined)
    },
    async sign(caller, content) {
      const { address, smartAccount } = caller
      const isOwn = [address, smartAccount?.owner ?? address].some((own) => isSameAddress(content.address, own))
      if (!isOwn) throw new AppError('UNAUTHORIZED')
      const account = await accountFor(caller)
      await unlockFor(account)
      try {
        return new Uint8Array((await vault.sign(content)).signature)
      } catch (error) {
        if (!isAppError(error, 'VAULT_LOCKED')) throw error
        // The vault locked itself after a while without use.
        current.setUnlocked(account, false)
        await unlockFor(account)
        return new Uint8Array((await vault.sign(content)).signature)
      }
    },
  }
}

/** Hex compares case-insensitively; base58 is case-sensitive. */
const isSameAddress = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
