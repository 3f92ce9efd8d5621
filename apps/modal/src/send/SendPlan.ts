import type { TokenBalance } from '@latchkey/api-client'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { NetworkId } from '../Modal.ts'

/** `name`: what the visitor typed, where that led to the address. */
export type Recipient = { readonly address: string; readonly name: string | null }

/** A refusal without a reason, as the words for errors know it. */
export const unknownReason = 'unknown'

/** A signature that lets `spender` take the amount of a swap, until `deadline` in seconds since 1970. */
export type SwapPermit = { readonly spender: string; readonly deadline: number; readonly signature: `0x${string}` }

/**
 * What comes back for what leaves, where that is swapped: at least `minimumUnits` of `get`. `quotedUnits`: what the exchange said
 * when it was agreed to; `provider`: what it is called; `permit`: signed in place of an allowance; null where the
 * wallet can't sign one. `crossing`: of a swap to another network (`get.chainId`), as the quote has it.
 */
export type SwapOrder = {
  readonly get: TokenBalance
  readonly quotedUnits: bigint
  readonly minimumUnits: bigint
  readonly provider: string | null
  readonly permit?: SwapPermit | null | undefined
  readonly crossing?: { readonly seconds: number | null; readonly feesUsd: number | null } | null | undefined
}

/** What a transfer is for, where it pays for a sale. */
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

/** What a user wants to send. `units` are the token's smallest. With `swap` the recipient is the account itself. */
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
 * Why a transfer cannot be made as it is. `short`: the chain's own coin does not cover it, of which it needs `neededUnits`;
 * `tooLittle`: a new account, or any payment, has to hold at least `minimumUnits`; `leavesTooLittle`: so has the account
 * that pays, or nothing at all.
 */
export type PlanProblem =
  | { readonly kind: 'short'; readonly neededUnits: bigint }
  | { readonly kind: 'tooLittle' | 'leavesTooLittle'; readonly minimumUnits: bigint }

/** What tells later whether a transfer was made: the number of the transaction, of which there is only one. */
export type NonceMark = { readonly nonce: number }

/**
 * The same without numbers: the transaction itself (base58, unsigned), until when blocks take it, and what the account was
 * last named in before it. Another plan is another transaction, beside which this one can still be made.
 */
export type SolanaMark = {
  readonly lastSignature: string | null
  readonly transaction: string
  readonly lastValidBlockHeight: number
}

/** The number of the smart account's next operation (ERC-4337, key 0). The wallet chooses it anew when it is asked again. */
export type OperationMark = { readonly operation: number }

/** Null: nothing tells. */
export type Mark = NonceMark | SolanaMark | OperationMark | null

export const isNonceMark = (mark: Mark): mark is NonceMark => mark !== null && 'nonce' in mark
export const isOperationMark = (mark: Mark): mark is OperationMark => mark !== null && 'operation' in mark

/** A transfer that was tried on the network, ready to be given to the wallet. Amounts of the chain's own coin, smallest unit. */
export type SendPlan = SendWish & {
  /** The most that the network takes for it; null where the wallet decides. */
  readonly feeUnits: bigint | null
  /** What the recipient's new account holds from then on, beside the amount. */
  readonly depositUnits: bigint
  readonly problem: PlanProblem | null
  /** What the wallet is asked. */
  readonly request: RequestArguments
  /** Of a swap in several transactions: this one lets the exchange spend the token, and the swap comes after it. */
  readonly isApproval?: boolean
  /**
   * The same as a signature, which no chain is waited for. `signed`: what is swapped with the wallet's answer, throws WALLET_INVALID_RESPONSE;
   * `unsigned`: what is swapped where the wallet can't give one.
   */
  readonly permit?: { readonly signed: (answer: unknown) => SendWish; readonly unsigned: SendWish }
  readonly mark: Mark
}

/** Whose an address is, as far as the chain says. */
export type AddressKind = 'person' | 'contract' | 'tokenAccount'

/**
 * After a failure that leaves it open: whether the transfer is out (`out`), can never be any more (`void`), may be, but
 * the same request can be made again without sending twice (`repeatable`), or nobody can tell (`open`).
 */
export type Trace = 'out' | 'void' | 'repeatable' | 'open'

export type TransferStatus = 'pending' | 'confirmed' | 'failed'

/** What a kind of chain is sent with. */
export type SendTools = {
  readonly network: NetworkId
  /** The embedded wallet: it keeps to the number that a transaction was planned with. */
  readonly isEmbedded: boolean
  /** A node of the network, through the api. Throws AppErrors alone. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** The wallet in use. Throws AppErrors alone. */
  request(args: RequestArguments): Promise<unknown>
}

/** Sending on one kind of chain. Everything throws AppErrors alone: those of its tools, and EXECUTION_REVERTED for what would fail. */
export type Sender = {
  /** Try the transfer on the network and say what it costs. Nothing is sent. */
  plan(tools: SendTools, wish: SendWish): Promise<SendPlan>
  /** What has to be kept of the chain's own coin to send all the rest of it; null where the wallet alone knows. */
  reserve(tools: SendTools, account: string, recipient: string | null): Promise<bigint | null>
  inspect(tools: SendTools, address: string): Promise<AddressKind>
  /** Give it to the wallet, once. Resolves with the transaction's id on its chain. */
  send(tools: SendTools, plan: SendPlan): Promise<string>
  trace(tools: SendTools, account: string, mark: Mark): Promise<Trace>
  /** How it is doing; null where nobody can be asked. */
  status: ((tools: SendTools, id: string) => Promise<TransferStatus>) | null
}
