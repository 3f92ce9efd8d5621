import type { CaipNetworkId } from '@latchkey/chains'
import type { WalletAccount } from '../Connector.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { readAccounts, readNetwork } from './readAnswers.ts'

export type ProviderFollower = {
  onAccounts(accounts: readonly WalletAccount[]): void
  onNetwork(network: CaipNetworkId<'eip155'>): void
  /** The wallet can reach no chain, or has disconnected: the event doesn't say which. */
  onDisconnect(): void
}

/** Subscribes to EIP-1193 events. Invalid ones are ignored. Returns a function that unsubscribes; throws nothing. */
export function followProvider(provider: ForeignProvider, follower: ProviderFollower): () => void {
  const readable = (hear: (value: unknown) => void) => (value: unknown) => {
    try {
      hear(value)
    } catch {
      // An event without data changes nothing.
    }
  }
  const events = {
    accountsChanged: readable((value) => follower.onAccounts(readAccounts(value))),
    chainChanged: readable((value) => follower.onNetwork(readNetwork(value))),
    disconnect: () => follower.onDisconnect(),
  }
  for (const [event, listener] of Object.entries(events)) attempt(() => provider.on?.(event, listener))
  return () => {
    for (const [event, listener] of Object.entries(events)) attempt(() => provider.removeListener?.(event, listener))
  }
}

/** A wallet that can't be subscribed to can still be called. */
function attempt(act: () => unknown): void {
  try {
    act()
  } catch {}
}
