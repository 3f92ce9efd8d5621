import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Vault } from '../vault/vaultMethods.ts'

/** What a fake vault keeps across restarts of its document. */
export type FakeVaultDisk = {
  deviceId: string | null
  ready: { record: WalletRecord; pair: string } | null
  pending: { record: WalletRecord; pair: string; kind: 'created' | 'recovered' } | null
}
export const emptyDisk = (): FakeVaultDisk => ({ deviceId: null, ready: null, pending: null })

let made = 0
/** The nth uuid of a test run. */
export const testUuid = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
const testAddress = (): string => `0x${String(++made).padStart(40, '0')}`

/**
 * A vault without cryptography that keeps the real one's promises: a pending wallet is resumed, a wrong pair is
 * SHARE_INVALID, memory dies with the document. "Shares" name the pair they belong to.
 */
export const fakeVault = (disk: FakeVaultDisk) => {
  let openWalletId: string | null = null
  const calls: string[] = []
  const signed: unknown[] = []
  const owns = (userId: string) => [disk.ready, disk.pending].find((held) => held?.record.userId === userId)
  const device = (): string => {
    if (disk.deviceId === null) throw new AppError('INTERNAL')
    return disk.deviceId
  }

  const methods: Vault = {
    status: async () => {
      const held = disk.ready ?? disk.pending
      return {
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
          addresses: { eip155: [testAddress()], solana: ['1'.repeat(32)] },
          ciphertext: 'sealed',
        }
        disk.ready = null
        disk.pending = { record, pair: `pair-${testUuid()}`, kind: 'created' }
      } else if (disk.pending?.kind !== 'created') throw new AppError('WALLET_EXISTS')
      const { record, pair } = disk.pending as NonNullable<FakeVaultDisk['pending']>
      openWalletId = record.walletId
      return {
        record,
        sealedAuthShare: `auth:${pair}:${device()}`,
        sealedRecoveryShare: `recovery:${record.walletId}`,
        sealedRecoveryAuthShare: `recovery-auth:${record.walletId}`,
      }
    },
    recoverWallet: async ({ record, sealedRecoveryShare, sealedRecoveryAuthShare }) => {
      const fits =
        sealedRecoveryShare === `recovery:${record.walletId}` &&
        sealedRecoveryAuthShare === `recovery-auth:${record.walletId}`
      if (!fits) throw new AppError('SHARE_INVALID')
      if (disk.pending?.record.walletId !== record.walletId) {
        disk.pending = { record, pair: `pair-${testUuid()}`, kind: 'recovered' }
      }
      if (disk.ready?.record.walletId !== record.walletId) disk.ready = null
      openWalletId = record.walletId
      return { sealedAuthShare: `auth:${disk.pending.pair}:${device()}` }
    },
    confirmWallet: async ({ walletId }) => {
      if (disk.pending?.record.walletId === walletId) {
        disk.ready = { record: disk.pending.record, pair: disk.pending.pair }
        disk.pending = null
      } else if (disk.ready?.record.walletId !== walletId) throw new AppError('WALLET_NOT_FOUND')
      return undefined
    },
    unlock: async ({ sealedAuthShare }) => {
      const fitting = [disk.ready, disk.pending].find((held) => sealedAuthShare === `auth:${held?.pair}:${device()}`)
      if (fitting === null || fitting === undefined) throw new AppError('SHARE_INVALID')
      if (fitting === disk.pending) await methods.confirmWallet({ walletId: fitting.record.walletId })
      openWalletId = fitting.record.walletId
      return undefined
    },
    lock: async () => {
      openWalletId = null
      return undefined
    },
    forgetDevice: async () => {
      openWalletId = null
      Object.assign(disk, emptyDisk())
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
