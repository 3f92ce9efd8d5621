import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { Connector, RestoreRequest, WalletAccount, WalletSession } from './Connector.ts'
import type { RequestArguments } from './Eip1193Provider.ts'

/** A wallet's grant. Null when it has no accounts. */
export type Grant = {
  readonly accounts: readonly WalletAccount[]
  readonly network: CaipNetworkId
  readonly approved?: readonly CaipNetworkId[]
}

/** A driver for one type of wallet, of one namespace. It throws AppErrors, and WALLET_INVALID_RESPONSE for invalid responses. */
export type WalletDriver = Pick<Connector, 'canTransfer'> & {
  readonly namespace: ChainNamespace
  /**
   * Asks the user, without a timeout. The request stays pending after the user leaves, and its result is ignored. It isn't revoked at the
   * wallet either: another modal of the page may be connected to it by then.
   */
  open(network: CaipNetworkId): Promise<Grant | null>
  /** Returns the existing grant. Doesn't prompt the user, and ends within seconds. */
  reopen(request: Pick<RestoreRequest, 'network' | 'signal' | 'accounts'>): Promise<Grant | null>
  /**
   * Subscribes to changes, and reads the state after each. `look` may reject, and must end within seconds. Throws nothing; returns a
   * function that unsubscribes.
   */
  follow(session: () => WalletSession | null, hear: (look: Look) => void): () => void
  /** Switches to another network of the namespace. Resolves with the grant there. */
  move(network: CaipNetworkId, session: WalletSession, signal: AbortSignal): Promise<Grant | null>
  call(args: RequestArguments, session: WalletSession, signal: AbortSignal): Promise<unknown>
  /** Disconnects, as far as the wallet supports it. */
  close(): unknown
}

export type Look = (signal: AbortSignal) => Grant | null | Promise<Grant | null>
