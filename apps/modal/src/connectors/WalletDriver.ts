import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { Connector, RestoreRequest, WalletAccount, WalletSession } from './Connector.ts'
import type { RequestArguments } from './Eip1193Provider.ts'

/** What a wallet grants. Without accounts it is nothing, which is null too. */
export type Grant = {
  readonly accounts: readonly WalletAccount[]
  readonly network: CaipNetworkId
  readonly approved?: readonly CaipNetworkId[]
}

/** One kind of wallet, of one namespace. What it throws is an AppError, and it throws WALLET_INVALID_RESPONSE for a lie. */
export type WalletDriver = Pick<Connector, 'canTransfer'> & {
  readonly namespace: ChainNamespace
  /**
   * Ask the visitor, who may take as long as they like. It goes on when they leave, and nothing comes of it. It is not taken
   * back from the wallet either: another modal of the page may be connected to it by then.
   */
  open(network: CaipNetworkId): Promise<Grant | null>
  /** What is granted from before. Asks nobody, and ends within seconds. */
  reopen(request: Pick<RestoreRequest, 'network' | 'signal' | 'accounts'>): Promise<Grant | null>
  /**
   * Hear that something is different, and look what it is. `look` may reject, and must end within seconds. Throws nothing;
   * returns what stops it.
   */
  follow(session: () => WalletSession | null, hear: (look: Look) => void): () => void
  /** Asked for one network of the namespace, which is not the one in use. Resolves with what is granted there. */
  move(network: CaipNetworkId, session: WalletSession, signal: AbortSignal): Promise<Grant | null>
  call(args: RequestArguments, session: WalletSession, signal: AbortSignal): Promise<unknown>
  /** As far as the wallet knows how. */
  close(): unknown
}

export type Look = (signal: AbortSignal) => Grant | null | Promise<Grant | null>
