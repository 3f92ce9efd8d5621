import { createPageWallet } from './createPageWallet.ts'
import { type Act, createPlay } from './script.ts'
import type { WalletEvent } from './TestWallet.ts'

export type SitesOptions<account> = {
  /** How many accounts the wallet has, at least one. */
  readonly count: number
  /** What a connected site is given while the account of this index is in use. */
  accounts(selected: number): account[]
  /** How sites are told that they are given others; none while the wallet is locked. */
  accountsEvent(accounts: readonly account[]): WalletEvent
  /** How a site is told that it is no longer connected. */
  readonly endEvent: WalletEvent
  /** What a site gets to see, in the words of the kind of wallet. */
  readonly errors: { rejected(): Error; locked(): Error; ended(): Error }
  /** Methods that need the person, by what they mean. */
  readonly acts: Readonly<Record<string, Act>>
  answer(origin: string, method: string, params: unknown): Promise<unknown>
}

/**
 * The sites at one wallet in a page, and the account in use there: what wallets of all kinds have in common. Each site is
 * answered for itself: it has no accounts until it has connected, and still has them after a reload.
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
    /** Tell every page, connected or not. */
    tellAll: (event: WalletEvent): void => page.tell(null, event),
    /** What is the same in every wallet of a page. */
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
