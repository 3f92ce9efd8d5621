import { encodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type * as z from 'zod/mini'
import { signEvm } from '../signers/signEvm.ts'
import type { DeviceKeys, Enrolment, PendingEnrolment, VaultContents } from '../storage/vaultStorage.ts'
import type { VaultMethod, vaultMethods } from '../vaultMethods.ts'
import type { Account } from './accounts.ts'
import type { VaultDependencies } from './dependencies.ts'
import { describeDevice, makeDeviceKeys, signDeviceProof } from './device.ts'
import { enrolDevice } from './enrolDevice.ts'
import { createKeyring } from './keyring.ts'
import { makeWallet } from './makeWallet.ts'
import { keyFromDevicePair, keyFromRecoveryPair, openAccounts } from './openWallet.ts'
import { type Hold, keepSecret, withSecrets } from './secrets.ts'

/** One function a row of `vaultMethods`, taking what the row has parsed. */
export type VaultHandlers = {
  [name in VaultMethod]: (
    input: z.output<(typeof vaultMethods)[name]['input']>,
  ) => Promise<z.input<(typeof vaultMethods)[name]['output']>>
}

/**
 * Custody of one wallet on one device (custody design, sections 2 and 3).
 *
 * Requirements: keys leave in no form; a crash at any moment loses no wallet whose address was shown and makes no
 * second one; two workers on one storage agree; a wrong share changes nothing.
 *
 * Design: what is to leave the vault is stored first, together with what belongs to it, in one transaction. A call that
 * is repeated after a crash finds its own result and answers it again. Calls that change the storage run one at a time
 * in the partition. An enrolment becomes `ready` when the authorities have confirmed it or, which proves the same, when
 * the auth share that the api has released opens it.
 */
export const createVault = (dependencies: VaultDependencies): VaultHandlers => {
  const { config, storage, clock, random, exclusively, peers } = dependencies
  const keyring = createKeyring(clock)
  peers.listen(keyring.close)

  /** One call at a time, on keys; it may open the keyring unless that was closed since the call was made. */
  const onKeys = <result>(work: (hold: Hold, open: OpenKeyring) => Promise<result>): Promise<result> => {
    const admit = keyring.prepare()
    const open: OpenKeyring = ({ walletId }, accounts) =>
      admit({
        walletId,
        accounts: accounts
          .filter(({ namespace }) => namespace === 'eip155')
          .map(({ address, privateKey }) => ({ address, privateKey: keepSecret(privateKey) })),
      })
    return exclusively(() => withSecrets((hold) => work(hold, open)))
  }

  /** Store an enrolment to be confirmed. What is ready stays if it is of the same wallet, else the device leaves it. */
  const storePending = async (pending: PendingEnrolment): Promise<void> => {
    let left = false
    await storage.update((latest) => {
      left = latest.ready !== null && latest.ready.record.walletId !== pending.record.walletId
      return { ...latest, ready: left ? null : latest.ready, pending }
    })
    if (left) peers.announce()
  }

  return {
    status: async () => {
      const { device, ready, pending } = await storage.read()
      const wallet = ready ?? pending
      return {
        deviceId: device && (await describeDevice(device)).deviceId,
        wallet: wallet && { record: wallet.record, state: ready === null ? 'pending' : 'ready' },
        unlocked: ready !== null && keyring.current()?.walletId === ready.record.walletId,
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

    createWallet: ({ userId }) =>
      onKeys(async (hold, open) => {
        const { keys, ready, pending } = enrolled(await storage.read())
        const own = [ready, pending].find((enrolment) => enrolment?.record.userId === userId)
        if (own != null) {
          if (own === pending && pending.upload.kind === 'created') return created(pending.record, pending.upload)
          throw new AppError('WALLET_EXISTS')
        }
        const { record, enrolment, upload, accounts } = await makeWallet(dependencies, { keys, userId }, hold)
        await storePending({ ...enrolment, upload })
        open(record, accounts)
        return created(record, upload)
      }),

    recoverWallet: ({ record, sealedRecoveryShare, sealedRecoveryAuthShare }) =>
      onKeys(async (hold, open) => {
        const { keys, pending } = enrolled(await storage.read())
        const sealed = { recoveryShare: sealedRecoveryShare, recoveryAuthShare: sealedRecoveryAuthShare }
        const vaultKey = await keyFromRecoveryPair(keys, record, sealed, hold)
        const accounts = await openAccounts(record, vaultKey, hold)
        if (pending !== null && isSameRecord(pending.record, record)) {
          open(record, accounts)
          return { sealedAuthShare: pending.upload.sealedAuthShare }
        }
        const { enrolment, sealedAuthShare } = await enrolDevice(dependencies, { keys, record, vaultKey }, hold)
        await storePending({ ...enrolment, upload: { kind: 'recovered', sealedAuthShare } })
        open(record, accounts)
        return { sealedAuthShare }
      }),

    confirmWallet: ({ walletId }) =>
      exclusively(async () => {
        await storage.update((latest) => {
          if (latest.pending?.record.walletId === walletId) return promote(latest, latest.pending)
          if (latest.ready?.record.walletId === walletId) return latest
          throw new AppError('WALLET_NOT_FOUND')
        })
        return undefined
      }),

    unlock: ({ sealedAuthShare }) =>
      onKeys(async (hold, open) => {
        const { keys, ready, pending } = enrolled(await storage.read())
        const openWith = async (enrolment: Enrolment): Promise<void> => {
          const vaultKey = await keyFromDevicePair(keys, enrolment, sealedAuthShare, hold)
          const accounts = await openAccounts(enrolment.record, vaultKey, hold)
          if (enrolment === pending) await storage.update((latest) => promote(latest, pending))
          open(enrolment.record, accounts)
        }
        const [first, second] = [ready, pending].filter((enrolment) => enrolment !== null)
        if (first === undefined) throw new AppError('WALLET_NOT_FOUND')
        try {
          await openWith(first)
        } catch (error) {
          // The api may hold the share of the enrolment that awaits its confirmation.
          if (second === undefined || !isAppError(error, 'SHARE_INVALID')) throw error
          await openWith(second)
        }
        return undefined
      }),

    lock: async () => {
      keyring.close()
      return undefined
    },

    forgetDevice: async () => {
      keyring.close()
      peers.announce()
      await exclusively(() => storage.clear())
      return undefined
    },

    sign: async (request) => {
      keyring.use()
      const { ready } = await storage.read()
      // From here on nothing waits: the key that is looked up is the key that signs.
      const wallet = keyring.use()
      if (wallet.walletId !== ready?.record.walletId) throw new AppError('VAULT_LOCKED')
      const address = request.address.toLowerCase()
      const account = wallet.accounts.find((candidate) => candidate.address.toLowerCase() === address)
      if (account === undefined) throw new AppError('UNAUTHORIZED')
      return { signature: signEvm(request, account.privateKey).buffer }
    },
  }
}

type OpenKeyring = (record: WalletRecord, accounts: readonly Account[]) => void

/** The contents of a device that has its keys. Throws PROOF_INVALID before the first `openDevice`. */
const enrolled = (contents: VaultContents): VaultContents & { keys: DeviceKeys } => {
  if (contents.device === null) throw new AppError('PROOF_INVALID')
  return { ...contents, keys: contents.device }
}

const created = (record: WalletRecord, upload: PendingEnrolment['upload'] & { kind: 'created' }) => {
  const { sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } = upload
  return { record, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare }
}

const promote = (contents: VaultContents, { record, wrappedDeviceShare }: PendingEnrolment): VaultContents => ({
  ...contents,
  ready: { record, wrappedDeviceShare },
  pending: null,
})

/** The ciphertext covers all: it was made once, and its tag fixes the rest. */
const isSameRecord = (one: WalletRecord, other: WalletRecord): boolean => one.ciphertext === other.ciphertext
