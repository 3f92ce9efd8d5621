import { AppError } from '@latchkey/protocol/errors'
import { createAwaitedShares } from './awaitedShares.ts'
import { createAsking } from './change/createAsking.ts'
import { enrolled, inUseOf, isNews, missingSince, promote, signedOut, withOpened } from './contents.ts'
import { createDeviceCalls } from './createDeviceCalls.ts'
import { createWalletCalls } from './createWalletCalls.ts'
import type { VaultDependencies } from './dependencies.ts'
import { createKeyring } from './keyring.ts'
import { createOnKeys } from './onKeys.ts'
import { openEnrolled, type Released } from './openWallet.ts'
import { signWith } from './signWith.ts'
import type { VaultHandlers } from './vaultHandlers.ts'

/**
 * Custody of one wallet on one device (custody design, sections 2 and 3).
 *
 * Requirements: keys never leave in any form; a crash at any moment loses no wallet whose address was shown and makes no second one; two
 * workers on one storage agree; a wrong share changes nothing.
 *
 * Design: data that is to leave the vault is stored first, together with its dependents, in one transaction. A call that is repeated after
 * a crash finds its own result and returns it again. Calls that change the storage run one at a time in the partition, and never during a
 * prompt: the user's input is applied in a separate turn, if the wallet is still the one that the prompt was for. An enrolment becomes
 * `ready` when the authorities have confirmed it or, which proves the same, when the auth share that the api has released opens it.
 */
export const createVault = (dependencies: VaultDependencies): VaultHandlers => {
  const { storage, clock, random, exclusively, peers, person } = dependencies
  const keyring = createKeyring(clock)
  const awaited = createAwaitedShares(clock, random)
  const close = (): void => {
    keyring.close()
    awaited.forget()
    person.leave()
  }
  peers.listen(close)
  const asking = createAsking(dependencies, awaited)

  const onKeys = createOnKeys(dependencies, keyring)

  return {
    ...createDeviceCalls(dependencies, keyring),
    ...createWalletCalls(dependencies, { onKeys, keyring, awaited, asking }),
    useWalletOf: ({ userId }) =>
      exclusively(async () => {
        const before = await storage.read()
        if (inUseOf(before, userId) === before) return undefined
        close()
        await storage.update((latest) => inUseOf(latest, userId))
        peers.announce()
        return undefined
      }),

    confirmWallet: ({ walletId }) =>
      exclusively(async () => {
        await storage.update((latest) => {
          const { pending } = latest
          if (pending?.record.walletId === walletId && pending.upload.kind !== 'changed')
            return promote(latest, pending)
          if (latest.ready?.record.walletId === walletId) return latest
          throw new AppError('WALLET_NOT_FOUND')
        })
        return undefined
      }),

    expectShare: async () => {
      const since = missingSince(await storage.read())
      return { nonce: awaited.expect(), since }
    },

    unlock: async (share) => {
      awaited.take(share.nonce)
      const released: Released = { ...share, purpose: 'auth' }
      return onKeys(async (hold, open) => {
        const contents = enrolled(await storage.read())
        const opened = await openEnrolled(contents, contents.keys, released, hold)
        if (isNews(contents, opened)) await storage.update((latest) => withOpened(latest, opened))
        open(opened.enrolment.record, opened.accounts)
        return undefined
      })
    },

    changeWallet: asking.changeWallet,
    revealKeys: asking.revealKeys,
    makeRecoveryFile: asking.makeRecoveryFile,

    closeScreen: async () => {
      person.leave()
      return undefined
    },

    lock: async () => {
      close()
      return undefined
    },

    forgetDevice: async ({ userId, wallet: theirs }) => {
      close()
      peers.announce()
      await exclusively(() => storage.update((latest) => signedOut(latest, { userId, theirs })))
      return undefined
    },

    sign: async (request) => {
      keyring.use()
      const { ready } = await storage.read()
      // No await from here on: the key that is looked up is the key that signs.
      const wallet = keyring.use()
      if (wallet.walletId !== ready?.record.walletId) throw new AppError('VAULT_LOCKED')
      return { signature: signWith(request, wallet.accounts).buffer }
    },
  }
}
