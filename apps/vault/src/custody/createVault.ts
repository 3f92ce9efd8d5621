import { encodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Hold, keepSecret, type SecretBytes, withSecrets } from '../secrets.ts'
import type { PendingEnrolment } from '../storage/vaultStorage.ts'
import type { Account } from './accounts.ts'
import { createAwaitedShares, whileTaken } from './awaitedShares.ts'
import { createAsking } from './change/createAsking.ts'
import {
  enrolled,
  inUseOf,
  isNews,
  leaves,
  missingSince,
  promote,
  readyOf,
  signedOut,
  withOpened,
  withPending,
} from './contents.ts'
import type { VaultDependencies } from './dependencies.ts'
import { describeDevice, makeDeviceKeys, signDeviceProof } from './device.ts'
import { enrolDevice } from './enrolDevice.ts'
import { isSameRecord } from './isSameRecord.ts'
import { createKeyring } from './keyring.ts'
import { makeWallet } from './makeWallet.ts'
import { missingHistory } from './missingHistory.ts'
import { isOlder, openAll, openEnrolled, openRecoveryShares, type Released, wouldLose } from './openWallet.ts'
import { ownRecoveryShare } from './ownRecoveryShare.ts'
import { combineShares } from './shares.ts'
import { signWith } from './signWith.ts'
import type { VaultHandlers } from './vaultHandlers.ts'

/**
 * Custody of one wallet on one device (custody design, sections 2 and 3).
 *
 * Requirements: keys leave in no form; a crash at any moment loses no wallet whose address was shown and makes no
 * second one; two workers on one storage agree; a wrong share changes nothing.
 *
 * Design: what is to leave the vault is stored first, together with what belongs to it, in one transaction. A call that
 * is repeated after a crash finds its own result and answers it again. Calls that change the storage run one at a time
 * in the partition, and never while a person is asked: what they give is put to use in a turn of its own, if the wallet is
 * still the one that they were asked about. An enrolment becomes `ready` when the authorities have confirmed it or, which
 * proves the same, when the auth share that the api has released opens it.
 */
export const createVault = (dependencies: VaultDependencies): VaultHandlers => {
  const { config, storage, clock, random, exclusively, peers, person } = dependencies
  const keyring = createKeyring(clock)
  const awaited = createAwaitedShares(clock, random)
  const close = (): void => {
    keyring.close()
    awaited.forget()
    person.leave()
  }
  peers.listen(close)
  const asking = createAsking(dependencies, awaited)

  /** One call at a time, on keys; it may open the keyring unless that was closed since the call was made. */
  const onKeys = <result>(
    work: (hold: Hold, open: OpenKeyring) => Promise<result>,
    admit = keyring.prepare(),
  ): Promise<result> => {
    const open: OpenKeyring = ({ walletId }, accounts) =>
      admit({
        walletId,
        accounts: accounts.map((account) => ({ ...account, privateKey: keepSecret(account.privateKey) })),
      })
    return exclusively(() => withSecrets((hold) => work(hold, open)))
  }

  /** Store an enrolment to be confirmed. What is ready stays in use if it is of the same wallet, else it is put by. */
  const storePending = async (pending: PendingEnrolment): Promise<void> => {
    let left = false
    await storage.update((latest) => {
      left = leaves(latest, pending)
      return withPending(latest, pending)
    })
    if (left) peers.announce()
  }

  return {
    status: async (asked) => {
      const { device, ready, pending } = await storage.read()
      const wallet = ready ?? pending
      return {
        deviceId: device && (await describeDevice(device)).deviceId,
        wallet: wallet && { record: wallet.record, state: ready === null ? 'pending' : 'ready' },
        unlocked: ready !== null && keyring.current()?.walletId === ready.record.walletId,
        ...(asked === undefined ? {} : { sent: [...(ready?.sent ?? [])] }),
      }
    },

    openDevice: () =>
      exclusively(async () => {
        const existing = (await storage.read()).device
        const device = existing ?? (await makeDeviceKeys())
        if (existing === null) await storage.update((latest) => ({ ...latest, device }))
        return { deviceId: (await describeDevice(device)).deviceId }
      }),

    proveDevice: async ({ authority, method, path, bodySha256, accessTokenSha256, nonce }) => {
      const { keys } = enrolled(await storage.read())
      const proof = await signDeviceProof(keys, {
        jti: encodeBase64url(random(16)),
        htm: method,
        htu: `${{ api: config.apiUrl, custody: config.custodyUrl }[authority]}${path}`,
        iat: Math.floor(clock.nowMs() / 1000),
        bdh: bodySha256,
        ...(nonce === undefined ? {} : { nonce }),
        ...(accessTokenSha256 === undefined ? {} : { ath: accessTokenSha256 }),
      })
      return { proof }
    },

    useWalletOf: ({ userId }) =>
      exclusively(async () => {
        const before = await storage.read()
        if (inUseOf(before, userId) === before) return undefined
        close()
        await storage.update((latest) => inUseOf(latest, userId))
        peers.announce()
        return undefined
      }),

    createWallet: ({ userId }) =>
      onKeys(async (hold, open) => {
        const contents = enrolled(await storage.read())
        const { keys, pending } = contents
        const own = [readyOf(contents, userId), pending].find((enrolment) => enrolment?.record.userId === userId)
        if (own != null) {
          if (own === pending && pending.upload.kind === 'created') return created(pending.record, pending.upload)
          throw new AppError('WALLET_EXISTS')
        }
        const { record, enrolment, upload, accounts } = await makeWallet(dependencies, { keys, userId }, hold)
        await storePending({ ...enrolment, upload })
        open(record, accounts)
        return created(record, upload)
      }),

    recoverWallet: async ({ record, sealedRecoveryShare, sealedRecoveryAuthShare, nonce, sessionId, ...input }) => {
      const { history, appearance } = input
      const taken = awaited.take(nonce)
      const admit = keyring.prepare()
      const sealed = { recoveryShare: sealedRecoveryShare, recoveryAuthShare: sealedRecoveryAuthShare, nonce }
      const released = async (hold: Hold) =>
        openRecoveryShares(enrolled(await storage.read()).keys, record, sealed, hold)
      const recoverWith = (shares: { recoveryShare: SecretBytes; recoveryAuthShare: SecretBytes }) =>
        onKeys(async (hold, open) => {
          const contents = enrolled(await storage.read())
          const { keys, pending } = contents
          const own = readyOf(contents, record.userId)
          const vaultKey = await combineShares(shares.recoveryShare, shares.recoveryAuthShare, hold)
          const newest = own !== undefined && isOlder(record, own.record) ? own.record : record
          const { accounts } = await openAll(newest, vaultKey, hold)
          const steps = await missingHistory(history, { newest, accounts, ready: own })
          if (wouldLose(own, { record, history, steps })) throw new AppError('WALLET_ONLY_HERE')
          const { enrolment, sealAuthShare } = await enrolDevice(dependencies, { keys, record: newest, vaultKey }, hold)
          const made = pending !== null && isSameRecord(pending.record, newest) ? pending.upload : null
          // What is kept is for `sendAgain`.
          const sealedAuthShare = await sealAuthShare(null)
          const upload =
            made?.kind === 'created'
              ? { ...made, sealedAuthShare }
              : { kind: 'recovered' as const, sealedAuthShare, history: steps }
          await storePending({ ...enrolment, upload })
          open(newest, accounts)
          return { sealedAuthShare: await sealAuthShare(sessionId) }
        }, admit)
      return withSecrets(async (hold) => {
        if (record.recovery.kind === 'automatic') return recoverWith(await released(hold))
        if (appearance === undefined) throw new AppError('RECOVERY_NEEDED')
        return asking.alone(async () => {
          const shares = await released(hold)
          const asked = { record, released: shares.recoveryShare, appearance }
          return recoverWith({
            ...shares,
            recoveryShare: await ownRecoveryShare(whileTaken(taken, person), asked, hold),
          })
        })
      })
    },

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
      // From here on nothing waits: the key that is looked up is the key that signs.
      const wallet = keyring.use()
      if (wallet.walletId !== ready?.record.walletId) throw new AppError('VAULT_LOCKED')
      return { signature: signWith(request, wallet.accounts).buffer }
    },
  }
}

type OpenKeyring = (record: WalletRecord, accounts: readonly Account[]) => void

const created = (record: WalletRecord, upload: PendingEnrolment['upload'] & { kind: 'created' }) => {
  const { addressProofs, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } = upload
  return { record, addressProofs, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare }
}
