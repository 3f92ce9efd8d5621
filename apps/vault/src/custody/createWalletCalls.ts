import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Hold, type SecretBytes, withSecrets } from '../secrets.ts'
import type { PendingEnrolment } from '../storage/vaultStorage.ts'
import { type AwaitedShares, whileTaken } from './awaitedShares.ts'
import type { Asking } from './change/createAsking.ts'
import { enrolled, leaves, readyOf, withPending } from './contents.ts'
import type { VaultDependencies } from './dependencies.ts'
import { enrolDevice } from './enrolDevice.ts'
import { isSameRecord } from './isSameRecord.ts'
import type { Keyring } from './keyring.ts'
import { makeWallet } from './makeWallet.ts'
import { missingHistory } from './missingHistory.ts'
import type { OnKeys } from './onKeys.ts'
import { isOlder, openAll, openRecoveryShares, wouldLose } from './openWallet.ts'
import { ownRecoveryShare } from './ownRecoveryShare.ts'
import { combineShares } from './shares.ts'
import type { VaultHandlers } from './vaultHandlers.ts'

type WalletCalls = Pick<VaultHandlers, 'createWallet' | 'recoverWallet'>
type Custody = { onKeys: OnKeys; keyring: Keyring; awaited: AwaitedShares; asking: Asking }

/** Returns the calls that give this device a wallet: a new one, or a recovered one. Both leave an enrolment to be confirmed. */
export const createWalletCalls = (
  dependencies: VaultDependencies,
  { onKeys, keyring, awaited, asking }: Custody,
): WalletCalls => {
  const { storage, peers, person } = dependencies

  /** Stores an enrolment to be confirmed. A ready one of the same wallet stays in use, another is set aside. */
  const storePending = async (pending: PendingEnrolment): Promise<void> => {
    let left = false
    await storage.update((latest) => {
      left = leaves(latest, pending)
      return withPending(latest, pending)
    })
    if (left) peers.announce()
  }

  return {
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
          // The stored one is for `sendAgain`.
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
  }
}

const created = (record: WalletRecord, upload: PendingEnrolment['upload'] & { kind: 'created' }) => {
  const { addressProofs, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } = upload
  return { record, addressProofs, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare }
}
