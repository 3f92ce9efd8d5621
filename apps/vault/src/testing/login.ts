import type { WalletRecord } from '@latchkey/api-client'
import { isAppError } from '@latchkey/protocol/errors'
import type { Appearance, Vault, WalletChange } from '@latchkey/vault-protocol'
import { releasePairTo, releaseTo } from './releaseTo.ts'
import { type Device, deviceOf, type TestAuthorities } from './testAuthorities.ts'

export type Login = {
  vault: Vault
  authorities: TestAuthorities
  userId: string
  /** The appearance of recovery prompts. */
  appearance?: Appearance
}

/** Acts as the wallet document after a sign-in: ends with the user's wallet, ready and unlocked, or throws. */
export const login = async (parties: Login): Promise<WalletRecord> => {
  const { vault, authorities, userId } = parties
  await vault.openDevice(undefined)
  const device = await deviceOf(vault)
  const existing = authorities.walletOf(userId)
  if (existing !== null)
    return (await resume(parties, device, existing)) ? existing : recover(parties, device, existing)
  try {
    const made = await vault.createWallet({ userId })
    await authorities.putRecoveryShare(made.record, made.sealedRecoveryShare)
    const committed = await authorities.createWallet(device, made)
    await vault.confirmWallet({ walletId: committed.walletId })
    if (!(await vault.status(undefined)).unlocked) await unlock(parties, device, committed)
    return committed
  } catch (error) {
    const winner = authorities.walletOf(userId)
    if (!isAppError(error, 'WALLET_EXISTS') || winner === null) throw error
    return recover(parties, device, winner)
  }
}

const unlock = async ({ vault, authorities }: Login, device: Device, record: WalletRecord): Promise<void> => {
  await vault.unlock(await releaseTo(vault, { authorities, record, device }))
}

const resume = async (parties: Login, device: Device, record: WalletRecord): Promise<boolean> => {
  const { wallet } = await parties.vault.status(undefined)
  if (wallet?.record.walletId !== record.walletId) return false
  try {
    await unlock(parties, device, record)
    return true
  } catch (error) {
    if (isAppError(error, 'WALLET_NOT_FOUND') || isAppError(error, 'SHARE_INVALID')) return false
    throw error
  }
}

const recover = async (parties: Login, device: Device, record: WalletRecord): Promise<WalletRecord> => {
  const { vault, authorities, appearance } = parties
  const { sealedAuthShare } = await vault.recoverWallet({
    ...(await releasePairTo(vault, { authorities, record, device })),
    ...(appearance === undefined ? {} : { appearance }),
  })
  await authorities.putAuthShare(device, record, sealedAuthShare)
  await vault.confirmWallet({ walletId: record.walletId })
  if (!(await vault.status(undefined)).unlocked) await unlock(parties, device, record)
  return record
}

/** Acts as the wallet document to change a signed-in device's wallet; returns the committed record. */
export const change = async (parties: Login, what: WalletChange): Promise<WalletRecord> => {
  const { vault, authorities, userId, appearance = { mode: 'light' } } = parties
  const device = await deviceOf(vault)
  const committed = authorities.walletOf(userId)
  if (committed === null) throw new Error('There is no wallet')
  const released = await releaseTo(vault, { authorities, record: committed, use: 'change', device })
  const made = await vault.changeWallet({ ...released, change: what, appearance })
  if (made.recovery !== undefined) await authorities.putRecoveryShare(made.record, made.recovery.sealedRecoveryShare)
  await authorities.replaceWallet(device, {
    record: made.record,
    signature: made.signature,
    ...(made.addressProofs === undefined ? {} : { addressProofs: made.addressProofs }),
    ...(made.sealedAuthShare === undefined ? {} : { sealedAuthShare: made.sealedAuthShare }),
    ...(made.recovery === undefined ? {} : { sealedRecoveryAuthShare: made.recovery.sealedRecoveryAuthShare }),
  })
  await unlock(parties, device, made.record)
  return made.record
}
