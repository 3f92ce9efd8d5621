import { createPageWallet } from './createPageWallet.ts'
import { type Act, createPlay } from './script.ts'
import type { WalletEvent } from './TestWallet.ts'

export type SitesOptions<account> = {
  /** The number of accounts, at least one. */
  readonly count: number
  /** Returns a connected site's accounts while the account of this index is active. */
  accounts(selected: number): account[]
  /** Returns the event for changed accounts; they are none while the wallet is locked. */
  accountsEvent(accounts: readonly account[]): WalletEvent
  /** Returns the event for a disconnect. */
  readonly endEvent: WalletEvent
  /** Converts the state to the wallet type's format. */
  readonly errors: { rejected(): Error; locked(): Error; ended(): Error }
  /** Methods that need the user, by their meaning. */
  readonly acts: Readonly<Record<string, Act>>
  answer(origin: string, method: string, params: unknown): Promise<unknown>
}

/**
 * The sites of a wallet in a page, and its active account: the common part of all wallet types. Each site is separate: it has no accounts
 * until it has connected, and still has them after a reload.
 */
export const createSites = <account>(options: SitesOptions<account>) => {
  const { count, accounts, accountsEvent, endEvent, errors, acts, answer } = options
  const connected = new Set<string>()
  let selected = 0

  const accountsFor = (origin: string): account[] =>
    connected.has(origin) && !play.isLocked() ? accounts(selected) : []
  const tellConnected = (eventFor: (origin: string) => WalletEvent): void => {
    for (const origin of connected) page.tell(origin, eventFor(origin))
  }
  const tellAccounts = (): void => tellConnected((origin) => accountsEvent(accountsFor(origin)))
  const end = (origins: Iterable<string> = connected): void => {
    for (const origin of [...origins]) if (connected.delete(origin)) page.tell(origin, endEvent)
  }
  const switchAccount = (index: number): void => {
    if (!(Number.isInteger(index) && index >= 0 && index < count))
      throw new RangeError(`This wallet has ${count} accounts`)
    if (index === selected) return
    selected = index
    tellAccounts()
  }
  const play = createPlay({
    ...errors,
    swapAccount: () => switchAccount((selected + 1) % count),
    end: () => end(),
    lockChanged: tellAccounts,
  })
  const page = createPageWallet((origin, method, params) =>
    play.perform(Object.hasOwn(acts, method) ? (acts[method] ?? 'read') : 'read', () => answer(origin, method, params)),
  )

  return {
    isConnected: (origin: string): boolean => connected.has(origin),
    connect(origin: string): account[] {
      connected.add(origin)
      return accountsFor(origin)
    },
    end,
    selected: () => selected,
    accountsFor,
    tellAccounts,
    tellConnected,
    /** Notifies every page, connected or not. */
    tellAll: (event: WalletEvent): void => page.tell(null, event),
    /** The common part of every wallet of a page. */
    wallet: {
      requests: page.requests,
      call: page.call,
      listen: page.listen,
      script: play.script,
      switchAccount,
      disconnect: () => end(),
    },
  }
}
