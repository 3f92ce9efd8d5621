import type { Consult, InsightParams, SimulatedLog } from '../insights/insights.ts'
import type { Planned } from '../transaction/gatherInsight.ts'
import { type Allow, isKeptByToken } from './describeCalls.ts'

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
/** Calls that can be tried at once. */
const maxTried = 256

/**
 * A batch that lets somebody spend mostly has them spend it, which few tokens tell in an event. So whoever tries a batch is
 * also asked what each spender may still take afterwards, and that is told in place of what they were allowed: nothing at
 * all where all of it was used. Where a token does not say, what they were allowed stands.
 *
 * @param onUsed Told who may spend nothing more of what, by the token's own word after all calls.
 */
export const askWhatIsLeft =
  (
    consult: Consult,
    account: string,
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
    const left = allowed.map((each, at) => ({ ...each, left: tried.returned[calls.length + at] ?? null }))
    for (const each of left) if (each.left !== null && BigInt(each.left) === 0n) onUsed(each)
    return {
      ...tried,
      returned: tried.returned.slice(0, calls.length),
      logs: left.reduce<readonly SimulatedLog[]>((logs, each) => withLeft(logs, account, each), tried.logs),
    } as never
  }

/** Who is let spend what by the token's own word, each pair once. */
const allowedBy = (planned: readonly Planned[]): readonly Allow[] => {
  const all = planned.flatMap((call) => call.transaction.effects.filter((effect) => isKeptByToken(call, effect)))
  return [...new Map(all.map((each) => [`${each.token} ${each.spender}`, each])).values()]
}

/** The events with the last word on one spender's right: what is left of it, if anything is. */
const withLeft = (
  logs: readonly SimulatedLog[],
  account: string,
  { token, spender, amount, left }: Allow & { left: string | null },
): readonly SimulatedLog[] => {
  if (left === null) return logs
  const topics = [approvalTopic, `0x${wordOf(account)}`, `0x${wordOf(spender)}`]
  const isOf = (log: SimulatedLog): boolean =>
    log.address.toLowerCase() === token.toLowerCase() &&
    log.topics.length === topics.length &&
    topics.every((topic, at) => log.topics[at]?.toLowerCase() === topic)
  // Taken back by the batch itself, that nothing is left is worth saying; used up, it is as it was before.
  if (BigInt(left) === 0n && amount > 0n) return logs.filter((log) => !isOf(log))
  return [...logs, { address: token, topics, data: left }]
}
