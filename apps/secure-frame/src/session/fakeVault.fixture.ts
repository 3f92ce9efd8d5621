import { addressesToProve, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { SentUpload, Vault, WalletChange } from '@latchkey/vault-protocol'

type Held = { record: WalletRecord; pair: string }
type Released = { sealedAuthShare: string; nonce: string; record?: WalletRecord | undefined }

/** The data that a fake vault keeps across restarts of its document. */
export type FakeVaultDisk = {
  deviceId: string | null
  ready: Held | null
  /** Wallets that were ready and aren't in use. */
  others: (Held & Pick<FakeVaultDisk, 'sent'>)[]
  pending: (Held & ({ kind: 'created' } | { kind: 'recovered' } | { kind: 'changed'; change: WalletChange })) | null
  /** The uploaded parts of the ready wallet. */
  sent: SentUpload[]
}
export const emptyDisk = (): FakeVaultDisk => ({ deviceId: null, ready: null, others: [], pending: null, sent: [] })

let made = 0
/** The nth uuid of a test run. */
export const testUuid = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
/** The Solana address of every wallet. */
export const testSolanaAddress = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const testAddress = (): string => `0x${String(++made).padStart(40, '0')}`

const pairOf = ({ recoveryShareId }: WalletRecord) => ({
  sealedRecoveryShare: `recovery:${recoveryShareId}`,
  sealedRecoveryAuthShare: `recovery-auth:${recoveryShareId}`,
})

/** Placeholders for the proofs of the addresses that a record adds. */
export const proofsOf = (record: WalletRecord, before: WalletRecord | null = null): string[] =>
  addressesToProve(record, before).map(({ address }) => `proved:${address}`)

/** A placeholder for the wallet's signature of a record. */
export const fakeSignature = ({ addresses, ciphertext }: WalletRecord): string =>
  `signed:${addresses.eip155[0]}:${ciphertext}`

/** Returns the user's wallet after a change, as a real vault would make it. */
const changed = (record: WalletRecord, change: WalletChange): WalletRecord => {
  const next = { ...record, revision: record.revision + 1, ciphertext: `sealed-${testUuid()}` }
  if (change.kind === 'rotate') return { ...next, generation: record.generation + 1, recoveryShareId: testUuid() }
  if (change.kind === 'import') {
    const { eip155, solana } = record.addresses
    return { ...next, addresses: { eip155: [...eip155, testAddress()], solana } }
  }
  const recovery = {
    automatic: { kind: 'automatic' },
    passphrase: { kind: 'passphrase', salt: 'A'.repeat(22), memoryKiB: 65_536, passes: 3 },
    passkey: { kind: 'passkey', credentialId: 'A'.repeat(22), salt: 'A'.repeat(43) },
  } as const
  return { ...next, recoveryShareId: testUuid(), recovery: recovery[change.to] }
}

/**
 * A vault without cryptography that keeps the real one's promises: a pending wallet is resumed, a wrong pair is
 * SHARE_INVALID, a released share that it does not wait for VAULT_LOCKED, memory ends with the document. "Shares" name the
 * pair they belong to, and the use they were released for. Its user agrees to everything.
 */
export const fakeVault = (disk: FakeVaultDisk) => {
  let openWalletId: string | null = null
  const awaited = new Set<string>()
  const calls: string[] = []
  const signed: unknown[] = []
  const owns = (userId: string) =>
    [disk.ready, ...disk.others, disk.pending].find((held) => held?.record.userId === userId)
  const putBy = () => {
    if (disk.ready !== null) disk.others.push({ ...disk.ready, sent: disk.sent })
    Object.assign(disk, { ready: null, sent: [] })
  }
  const device = (): string => {
    if (disk.deviceId === null) throw new AppError('INTERNAL')
    return disk.deviceId
  }
  /** The wallet that this share opens, which is then ready, with the newest record. */
  const openWith = (purpose: string, { sealedAuthShare, nonce, record }: Released): Held => {
    if (!awaited.delete(nonce)) throw new AppError('VAULT_LOCKED')
    const fitting = [disk.ready, disk.pending].find(
      (held) => sealedAuthShare === `${purpose}:${held?.pair}:${device()}:${nonce}`,
    )
    if (fitting === null || fitting === undefined) throw new AppError('SHARE_INVALID')
    const { pair } = fitting
    const isNewer = record?.generation === fitting.record.generation && record.revision >= fitting.record.revision
    disk.ready = { record: isNewer && record !== undefined ? record : fitting.record, pair }
    const { pending, ready } = disk
    const isOvertaken = pending?.kind === 'changed' && pending.record.revision <= ready.record.revision
    if (fitting === pending || isOvertaken) disk.pending = null
    return ready
  }

  const methods: Vault = {
    status: async (asked) => {
      const held = disk.ready ?? disk.pending
      return {
        ...(asked === undefined ? {} : { sent: disk.sent }),
        deviceId: disk.deviceId,
        wallet: held === null ? null : { record: held.record, state: disk.ready === null ? 'pending' : 'ready' },
        unlocked: disk.ready !== null && disk.ready.record.walletId === openWalletId,
      }
    },
    openDevice: async () => {
      disk.deviceId ??= `device-${testUuid()}`
      return { deviceId: disk.deviceId }
    },
    proveDevice: async () => ({ proof: 'proof' }),
    useWalletOf: async ({ userId }) => {
      const own = disk.others.find(({ record }) => record.userId === userId)
      if (own === undefined || disk.ready?.record.userId === userId) return undefined
      putBy()
      disk.others = disk.others.filter((other) => other !== own)
      const { sent, ...ready } = own
      Object.assign(disk, { ready, sent, pending: null })
      openWalletId = null
      return undefined
    },
    createWallet: async ({ userId }) => {
      const own = owns(userId)
      if (own !== undefined && own !== disk.pending) throw new AppError('WALLET_EXISTS')
      if (own === undefined) {
        const record: WalletRecord = {
          walletId: testUuid(),
          userId,
          version: 1,
          generation: 1,
          revision: 1,
          recoveryShareId: testUuid(),
          recovery: { kind: 'automatic' },
          addresses: { eip155: [testAddress()], solana: [testSolanaAddress] },
          ciphertext: `sealed-${testUuid()}`,
        }
        putBy()
        disk.pending = { record, pair: `pair-${testUuid()}`, kind: 'created' }
      } else if (disk.pending?.kind !== 'created') throw new AppError('WALLET_EXISTS')
      const { record, pair } = disk.pending as NonNullable<FakeVaultDisk['pending']>
      openWalletId = record.walletId
      return { record, addressProofs: proofsOf(record), sealedAuthShare: `auth:${pair}:${device()}`, ...pairOf(record) }
    },
    recoverWallet: async ({ record, sealedRecoveryShare, sealedRecoveryAuthShare, nonce, appearance }) => {
      if (!awaited.delete(nonce)) throw new AppError('VAULT_LOCKED')
      const pair = pairOf(record)
      const own = disk.ready?.record
      if (own?.userId === record.userId && own.walletId !== record.walletId) throw new AppError('WALLET_ONLY_HERE')
      const fits =
        sealedRecoveryShare === pair.sealedRecoveryShare &&
        sealedRecoveryAuthShare === `${pair.sealedRecoveryAuthShare}:${nonce}`
      if (!fits) throw new AppError('SHARE_INVALID')
      if (record.recovery.kind !== 'automatic' && appearance === undefined) throw new AppError('RECOVERY_NEEDED')
      if (disk.pending?.record.ciphertext !== record.ciphertext) {
        disk.pending = { record, pair: `pair-${testUuid()}`, kind: 'recovered' }
      }
      if (disk.ready?.record.walletId !== record.walletId) putBy()
      openWalletId = record.walletId
      return { sealedAuthShare: `auth:${disk.pending.pair}:${device()}` }
    },
    confirmWallet: async ({ walletId }) => {
      if (disk.pending?.record.walletId === walletId) {
        const { record, pair, kind } = disk.pending
        const sealed = { sealedAuthShare: `auth:${pair}:${device()}`, ...pairOf(record) }
        disk.sent = kind === 'created' ? [{ record, upload: { kind, addressProofs: proofsOf(record), ...sealed } }] : []
        disk.ready = { record: disk.pending.record, pair: disk.pending.pair }
        disk.pending = null
      } else if (disk.ready?.record.walletId !== walletId) throw new AppError('WALLET_NOT_FOUND')
      return undefined
    },
    expectShare: async () => {
      const nonce = `nonce-${testUuid()}`
      awaited.add(nonce)
      return { nonce, since: disk.ready?.record.revision ?? 1 }
    },
    unlock: async (released) => {
      openWalletId = openWith('auth', released).record.walletId
      return undefined
    },
    changeWallet: async ({ change, ...released }) => {
      const held = openWith('auth-change', released)
      const isPrepared =
        disk.pending?.kind === 'changed' && JSON.stringify(disk.pending.change) === JSON.stringify(change)
      if (!isPrepared) {
        const pair = change.kind === 'rotate' ? `pair-${testUuid()}` : held.pair
        disk.pending = { record: changed(held.record, change), pair, kind: 'changed', change }
      }
      const next = disk.pending
      if (next === null) throw new AppError('INTERNAL')
      return {
        record: next.record,
        signature: fakeSignature(next.record),
        ...(change.kind === 'import' ? { addressProofs: proofsOf(next.record, held.record) } : {}),
        ...(change.kind === 'rotate' ? { sealedAuthShare: `auth:${next.pair}:${device()}` } : {}),
        ...(change.kind === 'import' ? {} : { recovery: pairOf(next.record) }),
      }
    },
    revealKeys: async (released) => {
      openWith('auth-export', released)
      return { seen: true }
    },
    makeRecoveryFile: async (released) => {
      openWith('auth-export', released)
      return { file: new TextEncoder().encode('{}').buffer }
    },
    closeScreen: async () => undefined,
    lock: async () => {
      openWalletId = null
      awaited.clear()
      return undefined
    },
    forgetDevice: async ({ userId, wallet }) => {
      openWalletId = null
      awaited.clear()
      if (disk.ready !== null && disk.ready.record.userId !== userId) return undefined
      const { ready } = disk
      if (ready !== null && (wallet === undefined || wallet.revision < ready.record.revision)) putBy()
      const { deviceId, others } = disk
      Object.assign(disk, emptyDisk(), others.length === 0 ? {} : { deviceId, others })
      return undefined
    },
    sign: async (content) => {
      if (disk.ready === null || disk.ready.record.walletId !== openWalletId) throw new AppError('VAULT_LOCKED')
      signed.push(content)
      return { signature: new Uint8Array(65).fill(7).buffer }
    },
  }
  const counted = Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (input: never) => {
        calls.push(name)
        return (method as (input: never) => Promise<unknown>)(input)
      },
    ]),
  ) as Vault
  return { vault: counted, calls, signed }
}
