import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { Connector, WalletAccount } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'

/**
 * How a wallet answers from now on, whatever it is asked. `silence`: not before `answerLate`. `noAccount`: it agrees, and
 * gives none. `tooManyAccounts`: more than `maxAccounts`. The lies are about what it is asked when it connects.
 */
export type Answer =
  | 'approve'
  | 'reject'
  | 'locked'
  | 'silence'
  | 'throwText'
  | 'throwNull'
  | 'throwHostile'
  | 'noAccount'
  | 'badAddress'
  | 'wrongType'
  | 'badNetwork'
  | 'tooManyAccounts'

/** What a kind of wallet may not have. */
export type Ability =
  /** Be asked for accounts, and so be refused them. */
  | 'refuse'
  /** Give accounts at a later visit without asking. */
  | 'restore'
  /** Be asked for that, and so keep us waiting. */
  | 'waitToRestore'
  /** Be locked, or not logged in. */
  | 'lock'
  /** Move to another account by itself. */
  | 'changeAccount'
  /** Take its accounts away by itself. */
  | 'end'
  /** Move to another network by itself. */
  | 'changeNetwork'
  /** Be moved by us. */
  | 'switchNetwork'
  /** Learn a network that it does not know. */
  | 'addNetwork'
  /** Refuse to move, or say that it moved and stay. */
  | 'refuseNetwork'
  /** Say which network it is on, and so lie about it. */
  | 'badNetwork'
  | 'badAddress'
  | 'wrongType'
  | 'noAccount'
  | 'tooManyAccounts'
  /** Throw what is no error. */
  | 'throw'
  /** Give an answer after the visitor left. */
  | 'answerLate'
  /** Hold an answer to a call back. */
  | 'holdCall'

/** A scripted wallet with two accounts, of which a site sees the first, until `useOtherAccount`. */
export type ContractWallet = AsyncDisposable & {
  readonly connector: Connector
  readonly namespace: ChainNamespace
  /** As sessions show them. A wallet that gives several at once gives them all in each; the first is in use. */
  readonly accounts: readonly [WalletAccount, ...WalletAccount[]]
  readonly otherAccounts: readonly [WalletAccount, ...WalletAccount[]]
  /** Where it is at first, and another that it knows. */
  readonly network: CaipNetworkId
  readonly otherNetwork: CaipNetworkId
  /** One that it has to learn, from the registry. */
  readonly newNetwork: CaipNetworkId
  /** A call, and what the wallet answers. */
  readonly call: { readonly args: RequestArguments; readonly result: unknown }
  answer(answer: Answer): void
  /** Let go of what `silence` has held back, with the visitor's approval. */
  answerLate(): void
  /** How often the visitor was asked anything. */
  asked(): number
  /** The site once more, in the same browser: a connector that knows nothing, over the same wallet. */
  reload(): Promise<Connector>
  /** Done by the visitor in the wallet. */
  useOtherAccount(): void
  end(): void
  moveTo(network: CaipNetworkId): void
  /** From now on it says that it has moved, and stays. */
  pretendToMove(): void
  /** Where it is. */
  networkOf(): CaipNetworkId
  /** How many listeners of ours it has. */
  listeners(): number
  /** Everything that is under way has arrived. */
  settled(): Promise<void>
}

export type ContractOptions = {
  /** The reasons, by what the kind of wallet cannot have. */
  cannot?: Partial<Record<Ability, string>>
}
