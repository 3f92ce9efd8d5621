import type { NetworkId } from '../Modal.ts'
import { isNetworkId } from '../storedConnections.ts'
import { isNonceMark, type Mark, type SendPlan, type SwapOrder, type Trace } from './SendPlan.ts'

/** A transfer that a wallet was asked for and has not answered: stored, so that a reload doesn't lead to sending it twice. */
export type Attempt = {
  readonly network: NetworkId
  readonly account: string
  /** CAIP-10 of the token; null for the chain's own coin. */
  readonly token: string | null
  readonly symbol: string
  readonly decimals: number
  readonly units: bigint
  readonly to: string
  /** Set for a swap: the other token, by CAIP-10 (or the network, for its own coin) and by name. */
  readonly get: { readonly token: string; readonly symbol: string } | null
  readonly mark: Mark
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** Older attempts are settled on the chain, and shown in the activity. */
const lifeMs = 3_600_000
/** The maximum; no user has more open attempts within that time. */
const maxKept = 20

const gotten = ({ get }: SwapOrder): string => get.address ?? get.chainId

export const attemptOf = (plan: SendPlan, atMs: number): Attempt => ({
  network: plan.network,
  account: plan.account,
  token: plan.token.address ?? null,
  symbol: plan.token.symbol,
  decimals: Number(plan.token.quantity.decimals),
  units: plan.units,
  to: plan.recipient.address,
  get: plan.swap === undefined ? null : { token: gotten(plan.swap), symbol: plan.swap.get.symbol },
  mark: plan.mark,
  atMs,
})

/** The last first; those that are too many are left out. */
export const formatAttempts = (attempts: readonly Attempt[]): string =>
  JSON.stringify(attempts.slice(0, maxKept).map((attempt) => ({ ...attempt, units: attempt.units.toString() })))

/** Returns the stored attempts, without invalid ones, and those that are too old. */
export function parseAttempts(text: string, nowMs: number): readonly Attempt[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.slice(0, maxKept).flatMap((each) => readAttempt(each, nowMs) ?? []) : []
  } catch {
    return []
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 256

/** Base58 of a packet of the network at most. */
const isTransaction = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{1,1700}$/.test(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const readMark = (value: unknown): Mark | undefined => {
  if (value === null) return null
  if (typeof value !== 'object') return undefined
  const { nonce, operation, lastSignature, transaction, lastValidBlockHeight } = value as Record<string, unknown>
  if (isCount(nonce)) return { nonce }
  if (isCount(operation)) return { operation }
  const isWhole = isTransaction(transaction) && isCount(lastValidBlockHeight)
  return isWhole && (lastSignature === null || isText(lastSignature))
    ? { lastSignature, transaction, lastValidBlockHeight }
    : undefined
}

/** Attempts stored before swaps existed have none. */
const readGet = (value: unknown): Attempt['get'] | undefined => {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return undefined
  const { token, symbol } = value as Record<string, unknown>
  return isText(token) && isText(symbol) ? { token, symbol } : undefined
}

function readAttempt(value: unknown, nowMs: number): Attempt | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { network, account, token, symbol, decimals, units, to, get, mark, atMs } = value as Record<string, unknown>
  const read = readMark(mark)
  const swapped = readGet(get)
  const isWhole =
    isText(network) &&
    isNetworkId(network) &&
    isText(account) &&
    (token === null || isText(token)) &&
    isText(symbol) &&
    isText(to) &&
    typeof decimals === 'number' &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= 255 &&
    isText(units) &&
    /^\d{1,78}$/.test(units) &&
    typeof atMs === 'number' &&
    nowMs - atMs < lifeMs
  if (!isWhole || read === undefined || swapped === undefined) return undefined
  return { network, account, token, symbol, decimals, units: BigInt(units), to, get: swapped, mark: read, atMs }
}

/** Returns an attempt's key. One that was made again with the same mark has the same. */
export const attemptKey = ({ network, account, token, units, to, get, mark }: Attempt): string =>
  JSON.stringify([network, account, token, units.toString(), to, get?.token ?? null, mark])

/** Returns whether a plan is for an earlier attempt's transfer. */
export const isSameTransfer = (attempt: Attempt, plan: SendPlan): boolean =>
  attempt.network === plan.network &&
  attempt.account === plan.account &&
  attempt.token === (plan.token.address ?? null) &&
  attempt.units === plan.units &&
  (attempt.get?.token ?? null) === (plan.swap === undefined ? null : gotten(plan.swap)) &&
  attempt.to === plan.recipient.address

/**
 * Returns whether sending a plan could send an attempt's transfer a second time. `trace`: the chain's state of the attempt. The embedded
 * wallet keeps a plan's number, and of two transfers with one number only one can be made. Without numbers a new plan is another transfer
 * beside the first, for as long as that can still be made.
 */
export const isSecond = (attempt: Attempt, plan: SendPlan, trace: Trace | null): boolean =>
  isSameTransfer(attempt, plan) && trace !== 'void' && !(trace === 'repeatable' && isSameNonce(attempt.mark, plan.mark))

const isSameNonce = (one: Mark, other: Mark): boolean =>
  isNonceMark(one) && isNonceMark(other) && one.nonce === other.nonce
