import type { TokenBalance } from '@latchkey/api-client'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { NetworkId } from '../Modal.ts'

/** `name`: the user's input, where it resolved to the address. */
export type Recipient = { readonly address: string; readonly name: string | null }

/** A rejection without a reason, in the form of the error texts. */
export const unknownReason = 'unknown'

/** A signature that lets `spender` take the amount of a swap, until `deadline` in seconds since 1970. */
export type SwapPermit = { readonly spender: string; readonly deadline: number; readonly signature: `0x${string}` }

/**
 * A swap's other side: at least `minimumUnits` of `get`. `quotedUnits`: the exchange's quote at that time; `provider`: its name; `permit`:
 * signed in place of an allowance; null where the wallet can't sign one. `crossing`: of a swap to another network (`get.chainId`), from the
 * quote.
 */
export type SwapOrder = {
  readonly get: TokenBalance
  readonly quotedUnits: bigint
  readonly minimumUnits: bigint
  readonly provider: string | null
  readonly permit?: SwapPermit | null | undefined
  readonly crossing?: { readonly seconds: number | null; readonly feesUsd: number | null } | null | undefined
  /** Called when the wallet has sent the swap. */
  sent?(plan: SendPlan, id: string): void
}

/** Whether it is a swap whose tokens arrive on another network. */
export const isCrossing = ({ swap, network }: Pick<SendWish, 'swap' | 'network'>): boolean =>
  swap !== undefined && swap.get.chainId !== network

/** The sale that a transfer pays for. */
export type SaleTransfer = {
  /** Throws unless the provider still waits for exactly this transfer, and nothing may have been sent: for a repeat, but by the same plan. */
  check(isRepeat?: boolean): Promise<void>
  /** Stores that it may have been sent, before the wallet is asked. False where the wallet must not be: see `check`. */
  asking(isRepeat: boolean): boolean
  /** Nothing was sent, for sure. */
  unsent(): void
  /** The wallet has sent it. @param id null where that is known only from the chain */
  sent(id: string | null): void
}

/** A transfer that a user wants to send. `units` are the token's smallest. With `swap` the recipient is the account itself. */
export type SendWish = {
  readonly swap?: SwapOrder | undefined
  readonly sale?: SaleTransfer | undefined
  readonly network: NetworkId
  readonly account: string
  readonly token: TokenBalance
  readonly units: bigint
  readonly recipient: Recipient
}

/**
 * Why a transfer can't be made as it is. `short`: the balance of the chain's own coin is below the `neededUnits`;
 * `tooLittle`: a new account, or any payment, has to hold at least `minimumUnits`; `leavesTooLittle`: the sending account must keep that
 * much, or nothing at all.
 */
export type PlanProblem =
  | { readonly kind: 'short'; readonly neededUnits: bigint }
  | { readonly kind: 'tooLittle' | 'leavesTooLittle'; readonly minimumUnits: bigint }

/** Identifies the transfer later: the number of the transaction, of which there is only one. */
export type NonceMark = { readonly nonce: number }

/**
 * The same without numbers: the transaction itself (base58, unsigned), its last valid block, and the account's latest signature before it.
 * Another plan is another transaction, alongside which this one can still be made.
 */
export type SolanaMark = {
  readonly lastSignature: string | null
  readonly transaction: string
  readonly lastValidBlockHeight: number
}

/** The number of the smart account's next operation (ERC-4337, key 0). The wallet chooses a new one with each request. */
export type OperationMark = { readonly operation: number }

/** Null: it can't be identified. */
export type Mark = NonceMark | SolanaMark | OperationMark | null

export const isNonceMark = (mark: Mark): mark is NonceMark => mark !== null && 'nonce' in mark
export const isOperationMark = (mark: Mark): mark is OperationMark => mark !== null && 'operation' in mark

/** A transfer that was tried on the network, ready to be given to the wallet. Amounts of the chain's own coin, smallest unit. */
export type SendPlan = SendWish & {
  /** The most that the network takes for it; null where the wallet decides. */
  readonly feeUnits: bigint | null
  /** The deposit of the recipient's new account, in addition to the amount. */
  readonly depositUnits: bigint
  readonly problem: PlanProblem | null
  /** The wallet's request. */
  readonly request: RequestArguments
  /** Set for a swap in several transactions: this one sets the exchange's allowance, and the swap follows. */
  readonly isApproval?: boolean
  /**
   * The same as a signature, without waiting for the chain. `signed`: the swap with the wallet's signature, throws WALLET_INVALID_RESPONSE;
   * `unsigned`: the swap where the wallet can't sign.
   */
  readonly permit?: { readonly signed: (answer: unknown) => SendWish; readonly unsigned: SendWish }
  readonly mark: Mark
}

/** The type of an address's owner, as far as the chain shows. */
export type AddressKind = 'person' | 'contract' | 'tokenAccount'

/**
 * The state after a failure that leaves it open: the transfer was sent (`out`), can no longer be sent (`void`), may have been sent but the
 * same request can't send it twice (`repeatable`), or can't be determined (`open`).
 */
export type Trace = 'out' | 'void' | 'repeatable' | 'open'

export type TransferStatus = 'pending' | 'confirmed' | 'failed'

/** The tools for sending on a type of chain. */
export type SendTools = {
  readonly network: NetworkId
  /** The embedded wallet: it keeps to the number that a transaction was planned with. */
  readonly isEmbedded: boolean
  /** A node of the network, through the api. Throws AppErrors only. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** The active wallet. Throws AppErrors only. */
  request(args: RequestArguments): Promise<unknown>
}

/**
 * Sending on one type of chain. All methods throw AppErrors only: those of its tools, and EXECUTION_REVERTED for a transfer that would
 * fail.
 */
export type Sender = {
  /** Simulates the transfer on the network and returns its cost. Nothing is sent. */
  plan(tools: SendTools, wish: SendWish): Promise<SendPlan>
  /** Returns the reserve of the chain's own coin when all the rest of it is sent; null where only the wallet knows it. */
  reserve(tools: SendTools, account: string, recipient: string | null): Promise<bigint | null>
  inspect(tools: SendTools, address: string): Promise<AddressKind>
  /** Sends it to the wallet, once. Resolves with the transaction's id on its chain. */
  send(tools: SendTools, plan: SendPlan): Promise<string>
  trace(tools: SendTools, account: string, mark: Mark): Promise<Trace>
  /** Returns its status; null where it can't be queried. */
  status: ((tools: SendTools, id: string) => Promise<TransferStatus>) | null
}
