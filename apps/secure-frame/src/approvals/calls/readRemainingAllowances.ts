import type { EvmAddress } from '@latchkey/chains'
import type { Consult, InsightParams, SimulatedLog } from '../insights/insights.ts'
import { type Change, changesOf } from '../simulation/changesOf.ts'
import type { Planned } from '../transaction/gatherInsight.ts'
import { type Allow, isKeptByToken } from './describeCalls.ts'

/** A right, and how much of it the token says is left; null where it does not say. */
type Right = Allow & { left: bigint | null }

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
/** Calls that can be tried at once. */
const maxTried = 256

/**
 * A batch that lets somebody spend mostly has them spend it, which few tokens tell in an event. So whoever tries a batch is
 * also asked what each spender may still take afterwards, and that is told in place of what they were allowed: nothing at
 * all where all of it was used. Where a token does not say, or what it says does not show in what leaves, what they were
 * allowed stands.
 *
 * @param onUsed Told who may spend nothing more of what, by the token's own word after all calls.
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

/** Who is let spend what by the token's own word, each pair once. */
const allowedBy = (planned: readonly Planned[]): readonly Allow[] => {
  const all = planned.flatMap((call) => call.transaction.effects.filter((effect) => isKeptByToken(call, effect)))
  return [...new Map(all.map((each) => [`${each.token} ${each.spender}`, each])).values()]
}

/**
 * Whether all that is used of the rights over a token also leaves the account, and so is on screen. A spender that knows a
 * trial when it sees one could take everything there and give it back, and keep it when it counts. What leaves for another
 * reason shows no use of a right; what cannot be read may be such a reason.
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
  /** Whoever uses a right that the batch has given: what they take is known by what is left of it. */
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

/** The events with the last word on one spender's right: what is left of it, if anything is. */
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
  // Taken back by the batch itself, that nothing is left is worth saying; used up, it is as it was before.
  if (left === 0n && amount > 0n) return logs.filter((log) => !isOf(log))
  return [...logs, { address: token, topics, data: `0x${left.toString(16).padStart(64, '0')}` }]
}
