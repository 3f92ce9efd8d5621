import {
  type AccountCall,
  type Asset,
  assessTransaction,
  counterpartiesOf,
  type Effect,
  type EvmAddress,
  type EvmNetwork,
  type RiskFacts,
  riskSeverity,
  type TransactionRisk,
} from '@latchkey/chains'
import { t } from '@latchkey/copy/approveCalls'
import { type AssetWords, assetWords } from '../transaction/assetWords.ts'
import { describeTransaction } from '../transaction/describeTransaction.ts'
import { addressesOf, assetsOf, type Insight, type Planned, type TokenMap } from '../transaction/gatherInsight.ts'
import { intentOf, namingOf } from '../transaction/intentOf.ts'

/** Returns the calls of an account, each as the transaction that it would be. `of`: as `describeTransaction` takes it. */
export const describeCalls = (
  calls: readonly AccountCall[],
  from: EvmAddress,
  of: { isCrossing?: boolean } = {},
): readonly Planned[] =>
  calls.map(({ to, value, data }) => {
    const request = { from, to, value, data }
    return { request, transaction: describeTransaction(request, of) }
  })

/** Who may spend nothing more of a token once all calls are made, which was tried and asked of the token: `usedUp` of each. */
export type UsedUp = ReadonlySet<string>
export const allowanceKey = ({ token, spender }: { token: EvmAddress; spender: EvmAddress }): string =>
  `${token} ${spender}`
const nothingUsed: UsedUp = new Set()

export type Allow = Extract<Effect, { kind: 'allow' }>
/**
 * Whether a call tells the token itself how much somebody may spend, no more and no less, so that it can say what is left of
 * that. What another contract keeps for it, as Permit2 does (`until`), is in no book of the token: asked, it says 0. What is
 * added to a right may be of one that was there before.
 */
export const isKeptByToken = ({ request, transaction: { meaning } }: Planned, effect: Effect): effect is Allow =>
  effect.kind === 'allow' &&
  effect.token === request.to &&
  effect.until === undefined &&
  meaning.kind === 'token' &&
  meaning.call.kind === 'approve'

/** One call in one sentence; a token by the name that its contract gives it, once that is known. */
export const callIntent = ({ request, transaction }: Planned, network: EvmNetwork, insight: Insight | null): string =>
  intentOf(transaction, request, namingOf(network, insight, null))

/** How much of what a call is about, where it is one thing; null where there is more to it, or nothing is known. */
export const callAmount = (
  { request: { value }, transaction: { effects } }: Planned,
  network: EvmNetwork,
  insight: Insight | null,
): AssetWords | null => {
  const tokens = insight?.tokens ?? null
  const [only, another] = effects
  // Of a token that says nothing of itself, how many units it is.
  const isKnown = (asset: Asset): boolean =>
    asset === 'native' || (tokens !== null && tokens.get(asset)?.kind !== 'collection')
  if (another !== undefined) return null
  if (only?.kind === 'send') {
    return isKnown(only.asset) ? assetWords(only.asset, only.amount, network, tokens) : null
  }
  if (only?.kind === 'allow') {
    const isShown = isKnown(only.token) && only.amount > 0n && !only.unlimited
    return isShown ? assetWords(only.token, only.amount, network, tokens) : null
  }
  return value > 0n ? assetWords('native', value, network, tokens) : null
}

/**
 * All calls in one sentence. Where the others only allow the last one to spend, and nothing of that is left, it is what the
 * batch is for: to allow and to use in one step is what batches are made of.
 */
export const batchIntent = (
  planned: readonly Planned[],
  network: EvmNetwork,
  insight: Insight | null,
  used: UsedUp = nothingUsed,
): string => {
  const last = planned.at(-1)
  if (last === undefined) return t('intent.setUp')
  const to = insight?.other?.address
  if (to !== undefined && planned.length > 1 && planned.every((each) => isSentTo(each, to)))
    return t('intent.moveOwn', { count: planned.length, to: insight?.names.get(to) ?? to })
  const isOneThing = planned.slice(0, -1).every((each) => isOnlyFor(each, last.request.to, used))
  return isOneThing ? callIntent(last, network, insight) : t('intent.batch', { count: planned.length })
}

/** Whether all that a call does is to send something there. */
const isSentTo = ({ transaction: { effects } }: Planned, to: EvmAddress): boolean =>
  effects.length > 0 && effects.every((effect) => effect.kind === 'send' && effect.to === to)

/** Whether a call does nothing but let one contract spend what it has used up in the end. */
const isOnlyFor = (call: Planned, spender: string | null, used: UsedUp): boolean => {
  const { request, transaction } = call
  return (
    request.value === 0n &&
    transaction.effects.length > 0 &&
    transaction.effects.every((effect) => isUsed(call, effect, used) && effect.spender === spender)
  )
}

const isUsed = (call: Planned, effect: Effect, used: UsedUp): effect is Allow =>
  isKeptByToken(call, effect) && used.has(allowanceKey(effect))

/**
 * What each call has to be known for, the worst first, in the order of the calls.
 *
 * @param facts `tokens` once it has been looked at everything.
 */
export const assessCalls = (
  planned: readonly Planned[],
  facts: Pick<RiskFacts, 'hasCode' | 'known' | 'own' | 'balanceWei' | 'maxFeeWei'> & { tokens?: TokenMap },
  used: UsedUp = nothingUsed,
): readonly (readonly TransactionRisk[])[] =>
  planned.map((each) => {
    const { request, transaction } = each
    const { call, effects } = transaction
    if (call === null) return []
    const isLeft = (spender: EvmAddress): boolean =>
      effects.some((effect) => effect.kind === 'allow' && effect.spender === spender && !isUsed(each, effect, used))
    // A fee is for all of them: set against the amount of one call it says nothing.
    const { maxFeeWei, tokens, ...others } = facts
    const own = planned.length === 1 && maxFeeWei !== undefined ? { ...others, maxFeeWei } : others
    const judged = assessTransaction({ ...own, account: request.from, call, effects }).filter(
      (risk) => risk.kind !== 'standingAllowance' || isLeft(risk.spender),
    )
    const isLooked = tokens === undefined || isLookedUp(each, facts.hasCode, tokens)
    return isLooked ? judged : joinRisks([judged, [{ kind: 'notLookedUp' }]])
  })

/** Whether the network has said what is called, who is let take something, and of what. A page may name more than is asked. */
const isLookedUp = (call: Planned, hasCode: RiskFacts['hasCode'], tokens: TokenMap): boolean =>
  assetsOf(call.transaction.effects).every((asset) => tokens.has(asset)) &&
  addressesOf([call]).every((address) => hasCode(address) !== undefined)

/** All risks of a batch, the worst first, each once. */
export const joinRisks = (risks: readonly (readonly TransactionRisk[])[]): readonly TransactionRisk[] => {
  const order = Object.keys(riskSeverity)
  const unique = new Map(risks.flat().map((risk) => [JSON.stringify(risk), risk]))
  return [...unique.values()].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

/** Whom the calls deal with, for the next time. */
export const counterpartiesOfAll = (planned: readonly Planned[]): readonly EvmAddress[] => [
  ...new Set(
    planned.flatMap(({ transaction: { call, effects } }) => (call === null ? [] : counterpartiesOf(call, effects))),
  ),
]
