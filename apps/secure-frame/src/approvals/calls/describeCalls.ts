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

/** The allowances that are used up once all calls are made, by simulation and the token's own answer: `usedUp` of each. */
export type UsedUp = ReadonlySet<string>
export const allowanceKey = ({ token, spender }: { token: EvmAddress; spender: EvmAddress }): string =>
  `${token} ${spender}`
const nothingUsed: UsedUp = new Set()

export type Allow = Extract<Effect, { kind: 'allow' }>
/**
 * Returns whether a call sets a spender's allowance in the token itself to a fixed amount, so that the token can report
 * what is left of it. The token knows nothing of an allowance that another contract keeps, as Permit2 does (`until`), and
 * reports 0. An increase may add to an allowance that existed before.
 */
export const isKeptByToken = ({ request, transaction: { meaning } }: Planned, effect: Effect): effect is Allow =>
  effect.kind === 'allow' &&
  effect.token === request.to &&
  effect.until === undefined &&
  meaning.kind === 'token' &&
  meaning.call.kind === 'approve'

/** Describes one call in a sentence, with the token's name once its contract has returned it. */
export const callIntent = ({ request, transaction }: Planned, network: EvmNetwork, insight: Insight | null): string =>
  intentOf(transaction, request, namingOf(network, insight, null))

/** Returns the amount of a call that is about one asset; null where it is about more, or unknown. */
export const callAmount = (
  { request: { value }, transaction: { effects } }: Planned,
  network: EvmNetwork,
  insight: Insight | null,
): AssetWords | null => {
  const tokens = insight?.tokens ?? null
  const [only, another] = effects
  // For a token without metadata, the number of its base units.
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
 * Describes all calls in one sentence. Where the others only approve the last one's spender, and nothing of that allowance
 * is left, the last call is what the batch is for.
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

/** Returns whether a call does nothing but send something to `to`. */
const isSentTo = ({ transaction: { effects } }: Planned, to: EvmAddress): boolean =>
  effects.length > 0 && effects.every((effect) => effect.kind === 'send' && effect.to === to)

/** Returns whether a call does nothing but approve one contract for an amount that is used up in the end. */
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
 * Returns the risks of each call, the worst first, in the order of the calls.
 *
 * @param facts `tokens` is set once all look-ups are done.
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
    // The fee is for the whole batch: comparing it with one call's amount would be meaningless.
    const { maxFeeWei, tokens, ...others } = facts
    const own = planned.length === 1 && maxFeeWei !== undefined ? { ...others, maxFeeWei } : others
    const judged = assessTransaction({ ...own, account: request.from, call, effects }).filter(
      (risk) => risk.kind !== 'standingAllowance' || isLeft(risk.spender),
    )
    const isLooked = tokens === undefined || isLookedUp(each, facts.hasCode, tokens)
    return isLooked ? judged : joinRisks([judged, [{ kind: 'notLookedUp' }]])
  })

/** Returns whether the contract, the spenders and the assets were all looked up. A page may name more than is looked up. */
const isLookedUp = (call: Planned, hasCode: RiskFacts['hasCode'], tokens: TokenMap): boolean =>
  assetsOf(call.transaction.effects).every((asset) => tokens.has(asset)) &&
  addressesOf([call]).every((address) => hasCode(address) !== undefined)

/** Joins all risks of a batch, without duplicates, the worst first. */
export const joinRisks = (risks: readonly (readonly TransactionRisk[])[]): readonly TransactionRisk[] => {
  const order = Object.keys(riskSeverity)
  const unique = new Map(risks.flat().map((risk) => [JSON.stringify(risk), risk]))
  return [...unique.values()].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

/** Returns the counterparties of the calls, to remember them. */
export const counterpartiesOfAll = (planned: readonly Planned[]): readonly EvmAddress[] => [
  ...new Set(
    planned.flatMap(({ transaction: { call, effects } }) => (call === null ? [] : counterpartiesOf(call, effects))),
  ),
]
