import type { Asset } from '@latchkey/chains'
import type { Change } from './changesOf.ts'

/** Changes that are drawn; a call with more of them is told by its number. */
const usual = 8

/**
 * The changes that are drawn, the gravest first. What a contract of the page's writes into its own logs it can write as
 * often as it likes: that pushes nothing out of sight which becomes of the assets that the calls name, however many there are.
 */
export const pickChanges = (changes: readonly Change[], named: ReadonlySet<Asset>): readonly Change[] => {
  const ranked = changes
    .map((change) => ({ change, rank: rankOf(change, named) }))
    .sort((one, other) => one.rank - other.rank)
  const kept = ranked.filter(({ rank }) => rank <= lastNamed).length
  return ranked.slice(0, Math.max(usual, kept)).map(({ change }) => change)
}

/** Up to here in the order it is what the calls name. */
const lastNamed = 1

/** Amounts before items: of one asset there is one amount, and as many items as its contract likes. */
const rankOf = (change: Change, named: ReadonlySet<Asset>): number => {
  const isMove = change.kind === 'amount' || change.kind === 'item'
  const isItem = change.kind === 'item' || change.kind === 'itemAllowance'
  if (isMove && change.amount > 0n) return 5
  if (named.has(assetOf(change))) return isItem ? lastNamed : 0
  if (!isMove) return 4
  return isItem ? 3 : 2
}

/** What a change is about: coins, or what one contract keeps. */
export const assetOf = (change: Change): Asset => {
  if (change.kind === 'amount') return change.asset
  return change.kind === 'allowance' ? change.token : change.collection
}
