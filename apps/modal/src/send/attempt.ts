import type { NetworkId } from '../Modal.ts'
import { isNetworkId } from '../storedConnections.ts'
import type { Mark, SendPlan } from './SendPlan.ts'

/** A transfer that a wallet was asked for and has not answered: kept, so that nothing is sent twice after a reload either. */
export type Attempt = {
  readonly network: NetworkId
  readonly account: string
  /** CAIP-10 of the token; null for the chain's own coin. */
  readonly token: string | null
  readonly symbol: string
  readonly decimals: number
  readonly units: bigint
  readonly to: string
  readonly mark: Mark
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** What was left open for longer is settled on the chain, and seen in the activity. */
const lifeMs = 3_600_000

export const attemptOf = (plan: SendPlan, atMs: number): Attempt => ({
  network: plan.network,
  account: plan.account,
  token: plan.token.address ?? null,
  symbol: plan.token.symbol,
  decimals: Number(plan.token.quantity.decimals),
  units: plan.units,
  to: plan.recipient.address,
  mark: plan.mark,
  atMs,
})

export const formatAttempt = (attempt: Attempt): string =>
  JSON.stringify({ ...attempt, units: attempt.units.toString() })

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 256

const readMark = (value: unknown): Mark | undefined => {
  if (value === null) return null
  if (typeof value !== 'object') return undefined
  if ('nonce' in value && Number.isSafeInteger(value.nonce)) return { nonce: Number(value.nonce) }
  const signature = 'lastSignature' in value ? value.lastSignature : undefined
  return signature === null || isText(signature) ? { lastSignature: signature } : undefined
}

/** What was kept; undefined for anything else, and once it is too old to matter. */
export function parseAttempt(text: string, nowMs: number): Attempt | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { network, account, token, symbol, decimals, units, to, mark, atMs } = value as Record<string, unknown>
  const read = readMark(mark)
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
  if (!isWhole || read === undefined) return undefined
  return { network, account, token, symbol, decimals, units: BigInt(units), to, mark: read, atMs }
}

/** Whether a plan is for what was attempted already. */
export const isSameTransfer = (attempt: Attempt, plan: SendPlan): boolean =>
  attempt.network === plan.network &&
  attempt.account === plan.account &&
  attempt.token === (plan.token.address ?? null) &&
  attempt.units === plan.units &&
  attempt.to === plan.recipient.address
