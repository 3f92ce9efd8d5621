import { AppError } from '@latchkey/protocol/errors'
import { wipe } from '../secrets.ts'
import type { Account } from './accounts.ts'
import type { Clock } from './clock.ts'

/** How long private keys stay in memory: after their last use, and in total. */
export const keyringLimits = { idleMs: 15 * 60_000, absoluteMs: 8 * 3_600_000 } as const

/** An unlocked wallet: the private keys that sign, and nothing from which more could be derived. */
export type OpenWallet = {
  walletId: string
  accounts: readonly Account[]
}

export type Keyring = {
  /** Returns the open wallet, or null when locked. Call it again after every await: it may have been zeroed meanwhile. */
  current(): OpenWallet | null
  /** The same, and restarts the idle time. Throws VAULT_LOCKED. */
  use(): OpenWallet
  /**
   * Captures permission to open: the returned function takes over the keys, unless `close` was called in between; then it wipes them and
   * throws VAULT_LOCKED.
   */
  prepare(): (wallet: OpenWallet) => void
  /** Zeroes all keys. */
  close(): void
}

/** Holds the keys of at most one wallet and zeroes them in time, even if the machine slept through the timer. */
export const createKeyring = (clock: Clock): Keyring => {
  let open: { wallet: OpenWallet; openedAtMs: number; usedAtMs: number } | null = null
  let cancelTimer = (): void => {}
  let closings = 0

  const zero = (): void => {
    cancelTimer()
    if (open !== null) wipe(...open.wallet.accounts.map((account) => account.privateKey))
    open = null
  }
  /** Null when time is up; also when the clock went back, since the elapsed time is then unknown. */
  const remainingMs = (): number | null => {
    if (open === null) return null
    const nowMs = clock.nowMs()
    if (nowMs < open.usedAtMs) return null
    const endsAtMs = Math.min(open.openedAtMs + keyringLimits.absoluteMs, open.usedAtMs + keyringLimits.idleMs)
    return nowMs < endsAtMs ? endsAtMs - nowMs : null
  }
  const watch = (): void => {
    const waitMs = remainingMs()
    if (waitMs === null) zero()
    else cancelTimer = clock.schedule(waitMs, watch)
  }

  const current = (): OpenWallet | null => {
    if (open !== null && remainingMs() === null) zero()
    return open?.wallet ?? null
  }

  return {
    current,
    use: () => {
      if (current() === null || open === null) throw new AppError('VAULT_LOCKED')
      open.usedAtMs = clock.nowMs()
      return open.wallet
    },
    prepare: () => {
      const closingsBefore = closings
      return (wallet) => {
        zero()
        const nowMs = clock.nowMs()
        open = { wallet, openedAtMs: nowMs, usedAtMs: nowMs }
        if (closings !== closingsBefore) {
          zero()
          throw new AppError('VAULT_LOCKED')
        }
        watch()
      }
    },
    close: () => {
      closings++
      zero()
    },
  }
}
