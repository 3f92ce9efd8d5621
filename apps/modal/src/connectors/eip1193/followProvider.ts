import type { CaipNetworkId } from '@latchkey/chains'
import type { WalletAccount } from '../Connector.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { readAccounts, readNetwork } from './readAnswers.ts'

export type ProviderFollower = {
  onAccounts(accounts: readonly WalletAccount[]): void
  onNetwork(network: CaipNetworkId<'eip155'>): void
  /** The wallet can reach no chain, or has ended: it does not say which. */
  onDisconnect(): void
}

/** Hear the events of EIP-1193. What cannot be read is not heard. Returns what stops it; throws nothing. */
export function followProvider(provider: ForeignProvider, follower: ProviderFollower): () => void {
  const readable = (hear: (value: unknown) => void) => (value: unknown) => {
    try {
      hear(value)
    } catch {
      // An event that says nothing leaves everything as it is.
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

/** A wallet that cannot be listened to is still one that can be asked. */
function attempt(act: () => unknown): void {
  try {
    act()
  } catch {}
}
