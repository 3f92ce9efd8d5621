import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { WalletChange } from '@latchkey/vault-protocol'
import type { Person } from '../../screens/questions.ts'
import { type Hold, withSecrets } from '../../secrets.ts'
import type { PendingEnrolment, VaultContents } from '../../storage/vaultStorage.ts'
import { type AwaitedShares, type TakenShare, whileTaken } from '../awaitedShares.ts'
import { enrolled, isNews, withOpened, withPending } from '../contents.ts'
import type { VaultDependencies } from '../dependencies.ts'
import { exportGroups } from '../exportGroups.ts'
import { isSameRecord } from '../isSameRecord.ts'
import { keyringLimits } from '../keyring.ts'
import { openEnrolled, type Released } from '../openWallet.ts'
import { makeRecoveryFile } from '../recoveryFile.ts'
import type { VaultHandlers } from '../vaultHandlers.ts'
import { maxSources } from '../walletPayload.ts'
import { askForChange } from './askForChange.ts'
import { makeChange } from './makeChange.ts'

/** How long a prepared change is returned again without a prompt, in milliseconds. */
const repeatableMs = 10 * 60_000

export type Asking = Pick<VaultHandlers, 'changeWallet' | 'revealKeys' | 'makeRecoveryFile'> & {
  /** Runs work that prompts the user; the screen closes with it. WALLET_BUSY while other such work runs. */
  alone<result>(work: () => Promise<result>): Promise<result>
}

/** A released share that no other call can take, and its prompts. */
type Taken = TakenShare & { released: Released; person: Person }

/**
 * The methods that prompt the user.
 *
 * The released share is tried before any prompt, so that users never type in vain; then it is dropped, and opened again for the confirmed
 * change. Only the methods that show keys hold them meanwhile. A lock ends each of these calls, at any point.
 */
export const createAsking = (dependencies: VaultDependencies, awaited: AwaitedShares): Asking => {
  const { storage, clock, random, exclusively, person } = dependencies
  let isAsking = false

  const alone = async <result>(work: () => Promise<result>): Promise<result> => {
    if (isAsking) throw new AppError('WALLET_BUSY')
    isAsking = true
    try {
      return await work()
    } finally {
      isAsking = false
      person.leave()
    }
  }

  const take = (released: Released): Taken => {
    const share = awaited.take(released.nonce)
    return { ...share, released, person: whileTaken(share, person) }
  }

  /** Returns the wallet that the released share opens, and brings the device up to date with it. */
  const openNow = async ({ released, check }: Taken, hold: Hold) => {
    const contents = enrolled(await storage.read())
    const opened = await openEnrolled(contents, contents.keys, released, hold)
    const next = isNews(contents, opened) ? await storage.update((latest) => withOpened(latest, opened)) : contents
    check()
    return { ...opened, keys: contents.keys, pending: next.pending }
  }

  const changeWallet: Asking['changeWallet'] = ({ change, appearance, ...share }) =>
    alone(async () => {
      const taken = take({ ...share, purpose: 'auth-change' })
      const found = await exclusively(() =>
        withSecrets(async (hold) => {
          const { enrolment, pending, payload } = await openNow(taken, hold)
          const prepared = findPrepared(pending, change, clock.nowMs())
          if (prepared === null && change.kind === 'import' && payload.sources.length >= maxSources)
            throw new AppError('WALLET_FULL')
          return { record: enrolment.record, prepared }
        }),
      )
      if (found.prepared !== null) return found.prepared
      return withSecrets(async (hold) => {
        const asked = { change, record: found.record, appearance }
        const agreed = await askForChange({ random, person: taken.person }, asked, hold)
        return exclusively(async () => {
          const { keys, ...opened } = await openNow(taken, hold)
          if (!isSameRecord(opened.enrolment.record, found.record)) throw new AppError('WALLET_CHANGED')
          const pending = await makeChange(dependencies, { keys, opened, change, agreed }, hold)
          await storage.update((latest) => withPending(stillOf(latest, found.record), pending))
          return uploadOf(pending)
        })
      })
    })

  const exported = async (taken: Taken, hold: Hold) => exclusively(() => openNow(taken, hold))

  return {
    alone,
    changeWallet,

    revealKeys: ({ appearance, ...share }) =>
      alone(() =>
        withSecrets(async (hold) => {
          const taken = take({ ...share, purpose: 'auth-export' })
          const { payload } = await exported(taken, hold)
          const groups = await exportGroups(payload.sources, hold)
          // No longer than unused keys stay anywhere else: the user may have walked away.
          const forgetTime = clock.schedule(keyringLimits.idleMs, () => person.leave())
          try {
            return { seen: (await taken.person.ask('reveal', { groups }, appearance)).seen }
          } finally {
            forgetTime()
          }
        }),
      ),

    makeRecoveryFile: ({ appearance, ...share }) =>
      alone(async () => {
        const taken = take({ ...share, purpose: 'auth-export' })
        await withSecrets((hold) => exported(taken, hold))
        return withSecrets(async (hold) => {
          const salt = random(16)
          const question = { purpose: 'file', salt: salt.buffer } as const
          const secret = hold(new Uint8Array((await taken.person.ask('setPassphrase', question, appearance)).secret))
          const { payload, enrolment } = await exported(taken, hold)
          const { addresses } = enrolment.record
          const input = { createdAtMs: clock.nowMs(), addresses, payload, secret, salt, nonce: random(12) }
          return { file: new TextEncoder().encode(await makeRecoveryFile(input, hold)).buffer }
        })
      }),
  }
}

/** Returns the contents, if the wallet is still this one: the user may have signed out meanwhile. */
const stillOf = (contents: VaultContents, record: WalletRecord): VaultContents => {
  if (contents.ready === null || !isSameRecord(contents.ready.record, record)) throw new AppError('WALLET_CHANGED')
  return contents
}

/** Finds a recently prepared result of the same change that may not have reached the authorities. */
const findPrepared = (pending: PendingEnrolment | null, change: WalletChange, nowMs: number) => {
  if (pending?.upload.kind !== 'changed') return null
  const { atMs } = pending.upload
  const isRecent = atMs <= nowMs && nowMs - atMs < repeatableMs
  return isRecent && isSameChange(pending.upload.change, change)
    ? uploadOf({ ...pending, upload: pending.upload })
    : null
}

const isSameChange = (one: WalletChange, other: WalletChange): boolean =>
  one.kind === other.kind && whatOf(one) === whatOf(other)
const whatOf = (change: WalletChange): string | null =>
  change.kind === 'recovery' ? change.to : change.kind === 'import' ? change.from : null

const uploadOf = ({ record, upload }: PendingEnrolment & { upload: { kind: 'changed' } }) => {
  const { signature, addressProofs, sealedAuthShare, recovery } = upload
  return {
    record,
    signature,
    ...(addressProofs === undefined ? {} : { addressProofs }),
    ...(sealedAuthShare === undefined ? {} : { sealedAuthShare }),
    ...(recovery === undefined ? {} : { recovery }),
  }
}
