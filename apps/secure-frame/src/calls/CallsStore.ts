import { AppError, type RpcResult } from '@latchkey/protocol'

/** Whose calls: those that one page has had made in one person's name. */
export type CallsOwner = { readonly origin: string; readonly projectId: string; readonly userId: string }

/** Calls of a page that have left the wallet, or were about to (EIP-5792). */
export type KeptCalls = {
  readonly id: string
  /** CAIP-2. */
  readonly chainId: string
  /** What `hash` names: a user operation, or a plain transaction. */
  readonly kind: 'operation' | 'transaction'
  readonly hash: string
  /** The page speaks the older shape of EIP-5792. */
  readonly isLegacy: boolean
  readonly atomic: boolean
  /** Milliseconds since 1970. */
  readonly keptAtMs: number
  /** Of an operation: the newest block before it was sent, so that the chain can be asked what its bundler does not say. */
  readonly sinceBlock?: bigint | undefined
  /** They were refused, and are not sent again. */
  readonly isDropped: boolean
  /** What became of them, once that is known. */
  readonly settled?: RpcResult<'wallet_getCallsStatus'> | undefined
}

/** What each page has sent from this device. Fails with STORAGE_BLOCKED. */
export type CallsStore = {
  /** Null: this page has sent nothing under this id for this person. */
  find(owner: CallsOwner, id: string): Promise<KeptCalls | null>
  /** One atomic step: nobody writes between `change`'s input and its output, which it may refuse to give by throwing. */
  update(owner: CallsOwner, change: (list: readonly KeptCalls[]) => readonly KeptCalls[]): Promise<void>
  /** All of everybody: nothing of a person stays behind. */
  forget(): Promise<void>
}

/** Of one page and person; the oldest go. */
export const maxKept = 64
/** The longest status that is kept, in characters of JSON; longer ones are asked for again. */
const maxSettledLength = 32_768

/**
 * The list with these calls in front. The same calls under the same id change nothing. Throws CALLS_ID_TAKEN where others
 * that are not dropped have the id.
 */
export const withCalls = (list: readonly KeptCalls[], calls: KeptCalls): readonly KeptCalls[] => {
  const found = list.find(({ id }) => id === calls.id)
  const isSame = found?.hash === calls.hash && found.chainId === calls.chainId
  if (found !== undefined && !found.isDropped && !isSame) throw new AppError('CALLS_ID_TAKEN')
  if (found !== undefined && !found.isDropped) return list
  return [calls, ...list.filter(({ id }) => id !== calls.id)].slice(0, maxKept)
}

export const withDropped = (list: readonly KeptCalls[], id: string): readonly KeptCalls[] =>
  list.map((calls) => (calls.id === id ? { ...calls, isDropped: true } : calls))

/** With what became of them, where that is short enough to keep. */
export const withSettled = (
  list: readonly KeptCalls[],
  id: string,
  settled: NonNullable<KeptCalls['settled']>,
): readonly KeptCalls[] =>
  JSON.stringify(settled).length > maxSettledLength
    ? list
    : list.map((calls) => (calls.id === id ? { ...calls, settled } : calls))
