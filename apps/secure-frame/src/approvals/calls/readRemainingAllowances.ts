import type { EvmAddress } from '@latchkey/chains'
import type { Consult, InsightParams, SimulatedLog } from '../insights/insights.ts'
import { type Change, changesOf } from '../simulation/changesOf.ts'
import type { Planned } from '../transaction/gatherInsight.ts'
import { type Allow, isKeptByToken } from './describeCalls.ts'

/** An allowance, and how much of it the token reports as left; null where it does not. */
type Right = Allow & { left: bigint | null }

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
/** The maximum number of calls in one simulation. */
const maxTried = 256

/**
 * Wraps `consult` so that a simulation also reads each spender's remaining allowance.
 *
 * A batch that approves a spender usually spends that allowance too, and few tokens emit an event for that. The remaining
 * allowance replaces the approved one: nothing at all where all of it was used. The approved amount stays where the token
 * does not answer, or where the use does not show in what leaves the account.
 *
 * @param onUsed Called for each allowance that the token reports as used up after all calls.
 */
export const readRemainingAllowances =
  (
    consult: Consult,
    account: EvmAddress,
    planned: readonly Planned[],
    onUsed: (used: Pick<Allow, 'token' | 'spender'>) => void,
  ): Consult =>
  async (name, params) => {
    const allowed = allowedBy(planned)
    if (name !== 'simulate' || allowed.length === 0 || planned.length + allowed.length > maxTried) {
      return await consult(name, params)
    }
    const calls = params as InsightParams<'simulate'>
    const questions = allowed.map(({ token, spender }) => ({
      to: token,
      value: '0x0',
      data: `0xdd62ed3e${wordOf(account)}${wordOf(spender)}`,
    }))
    const tried = await consult('simulate', [...calls, ...questions])
    if (tried.kind === 'unavailable' || (tried.kind === 'reverted' && tried.at < calls.length)) return tried as never
    if (tried.kind === 'reverted') return await consult(name, params)
    const rights = allowed.map((each, at): Right => {
      const answer = tried.returned[calls.length + at] ?? null
      return { ...each, left: answer === null ? null : BigInt(answer) }
    })
    const changes = changesOf(tried.logs, account)
    let logs: readonly SimulatedLog[] = tried.logs
    for (const right of rights) {
      const { left, amount, token } = right
      if (left === null) continue
      const isUsed = isShown(token, rights, planned, changes)
      if (isUsed && left === 0n) onUsed(right)
      logs = withLeft(logs, account, right, isUsed ? left : amount)
    }
    return { ...tried, returned: tried.returned.slice(0, calls.length), logs } as never
  }

/** The allowances that the tokens themselves keep, each pair once. */
const allowedBy = (planned: readonly Planned[]): readonly Allow[] => {
  const all = planned.flatMap((call) => call.transaction.effects.filter((effect) => isKeptByToken(call, effect)))
  return [...new Map(all.map((each) => [`${each.token} ${each.spender}`, each])).values()]
}

/**
 * Returns whether every use of a token's allowances also leaves the account, and so is on screen. A spender that detects
 * a simulation could take everything there and give it back, and keep it in the real transaction. Tokens that leave for
 * another reason don't prove a use of an allowance; an unreadable call may be such a reason.
 */
const isShown = (
  token: EvmAddress,
  rights: readonly Right[],
  planned: readonly Planned[],
  changes: readonly Change[],
): boolean => {
  let leaves = 0n
  for (const right of rights) {
    if (right.token !== token) continue
    if (right.left === null || right.left > right.amount) return false
    leaves -= right.left
  }
  /** Spenders that the batch has approved: what they take is known from the remaining allowance. */
  const spenders = new Set<string | null>()
  for (const call of planned) {
    const { request, transaction } = call
    if (request.to !== token && spenders.has(request.to)) continue
    if (transaction.effects.length === 0) return false
    for (const effect of transaction.effects) {
      if (effect.kind === 'allow' && effect.token === token) {
        if (!isKeptByToken(call, effect)) return false
        leaves += effect.amount
        spenders.add(effect.spender)
      } else if (effect.kind === 'send' && effect.asset === token) leaves += effect.amount
      else if (effect.kind === 'unwrap' && effect.contract === token) leaves += effect.amount
      else if ((effect.kind === 'swap' || effect.kind === 'bridge') && effect.give.asset === token)
        leaves += effect.give.amount
    }
  }
  const change = changes.find((each) => each.kind === 'amount' && each.asset === token)
  return -(change?.kind === 'amount' ? change.amount : 0n) >= leaves
}

/** Adds an event with the final allowance of one spender, or removes its events if nothing is left. */
const withLeft = (
  logs: readonly SimulatedLog[],
  account: string,
  { token, spender, amount }: Allow,
  left: bigint,
): readonly SimulatedLog[] => {
  const topics = [approvalTopic, `0x${wordOf(account)}`, `0x${wordOf(spender)}`]
  const isOf = (log: SimulatedLog): boolean =>
    log.address.toLowerCase() === token.toLowerCase() &&
    log.topics.length === topics.length &&
    topics.every((topic, at) => log.topics[at]?.toLowerCase() === topic)
  // An allowance that the batch itself revokes is shown as zero; one that is used up is back to where it was, and not shown.
  if (left === 0n && amount > 0n) return logs.filter((log) => !isOf(log))
  return [...logs, { address: token, topics, data: `0x${left.toString(16).padStart(64, '0')}` }]
}
