import { AppError, type RpcResult } from '@latchkey/protocol'

/** The owner of calls: one page with one user. */
export type CallsOwner = { readonly origin: string; readonly projectId: string; readonly userId: string }

/** A page's calls that have left the wallet, or were about to (EIP-5792). */
export type KeptCalls = {
  readonly id: string
  /** CAIP-2. */
  readonly chainId: string
  /** The type of `hash`: a user operation, or a plain transaction. */
  readonly kind: 'operation' | 'transaction'
  readonly hash: string
  /** The page uses the older shape of EIP-5792. */
  readonly isLegacy: boolean
  readonly atomic: boolean
  /** Milliseconds since 1970. */
  readonly keptAtMs: number
  /** For an operation: the newest block before it was sent, so that the chain can be read where the bundler has no answer. */
  readonly sinceBlock?: bigint | undefined
  /** They were refused, and are not sent again. */
  readonly isDropped: boolean
  /** Their final status, once it is known. */
  readonly settled?: RpcResult<'wallet_getCallsStatus'> | undefined
}

/** The calls that each page has sent from this device. Fails with STORAGE_BLOCKED. */
export type CallsStore = {
  /** Null: this page has sent nothing under this ID for this user. */
  find(owner: CallsOwner, id: string): Promise<KeptCalls | null>
  /** One atomic step: no other write comes between `change`'s input and its output; `change` may throw to write nothing. */
  update(owner: CallsOwner, change: (list: readonly KeptCalls[]) => readonly KeptCalls[]): Promise<void>
  /** Deletes the calls of every page and user. */
  forget(): Promise<void>
}

/** The maximum number for one page and user; the oldest are dropped. */
export const maxKept = 64
/** The maximum length of a stored status, in characters of JSON; longer ones are read again. */
const maxSettledLength = 32_768

/**
 * Returns the list with these calls in front. The same calls under the same ID change nothing. Throws CALLS_ID_TAKEN where
 * others that are not dropped have the ID.
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

/** Adds their final status, where that is short enough to store. */
export const withSettled = (
  list: readonly KeptCalls[],
  id: string,
  settled: NonNullable<KeptCalls['settled']>,
): readonly KeptCalls[] =>
  JSON.stringify(settled).length > maxSettledLength
    ? list
    : list.map((calls) => (calls.id === id ? { ...calls, settled } : calls))
