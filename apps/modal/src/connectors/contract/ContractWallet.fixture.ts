import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { Connector, WalletAccount } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'

/**
 * How a wallet answers from now on, for any request. `silence`: not before `answerLate`. `noAccount`: it approves, and grants none.
 * `tooManyAccounts`: more than `maxAccounts`. The lies are about its answers when it connects.
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

/** Capabilities that a type of wallet may lack. */
export type Ability =
  /** Be asked for accounts, and so reject it. */
  | 'refuse'
  /** Grant accounts after a reload without asking. */
  | 'restore'
  /** Be asked for that, and so leave it pending. */
  | 'waitToRestore'
  /** Be locked, or signed out. */
  | 'lock'
  /** Switch to another account unprompted. */
  | 'changeAccount'
  /** Revoke its accounts unprompted. */
  | 'end'
  /** Switch to another network unprompted. */
  | 'changeNetwork'
  /** Be moved by us. */
  | 'switchNetwork'
  /** Add a network that it doesn't know. */
  | 'addNetwork'
  /** Reject a switch, or report one without making it. */
  | 'refuseNetwork'
  /** Report its network, and so lie about it. */
  | 'badNetwork'
  | 'badAddress'
  | 'wrongType'
  | 'noAccount'
  | 'tooManyAccounts'
  /** Throw a value that is no error. */
  | 'throw'
  /** Answer after the user left. */
  | 'answerLate'
  /** Delay an answer to a call. */
  | 'holdCall'

/** A scripted wallet with two accounts, of which a site sees the first, until `useOtherAccount`. */
export type ContractWallet = AsyncDisposable & {
  readonly connector: Connector
  readonly namespace: ChainNamespace
  /** As sessions show them. A wallet that grants several at once has them all in each; the first is active. */
  readonly accounts: readonly [WalletAccount, ...WalletAccount[]]
  readonly otherAccounts: readonly [WalletAccount, ...WalletAccount[]]
  /** Its initial network, and another that it knows. */
  readonly network: CaipNetworkId
  readonly otherNetwork: CaipNetworkId
  /** One that has to be added to it, from the registry. */
  readonly newNetwork: CaipNetworkId
  /** A call, and the wallet's answer. */
  readonly call: { readonly args: RequestArguments; readonly result: unknown }
  answer(answer: Answer): void
  /** Sends what `silence` has held back, with the user's approval. */
  answerLate(): void
  /** The number of requests to the user. */
  asked(): number
  /** The site again, in the same browser: a new connector over the same wallet. */
  reload(): Promise<Connector>
  /** Done by the user in the wallet. */
  useOtherAccount(): void
  end(): void
  moveTo(network: CaipNetworkId): void
  /** From now on it reports a switch without making it. */
  pretendToMove(): void
  /** Its network. */
  networkOf(): CaipNetworkId
  /** The number of our listeners that it has. */
  listeners(): number
  /** Everything that is under way has arrived. */
  settled(): Promise<void>
}

export type ContractOptions = {
  /** The reasons, by the capability that the type of wallet lacks. */
  cannot?: Partial<Record<Ability, string>>
}
