import type { Asset } from '@latchkey/chains'
import type { Change } from './changesOf.ts'

/** The number of changes shown; for a call with more, the number of the rest is shown. */
const usual = 8

/**
 * Returns the changes to show, the most serious first. A page's contract can write any number of logs: they must not hide
 * the changes to assets that the calls name, so those are all shown.
 */
export const pickChanges = (changes: readonly Change[], named: ReadonlySet<Asset>): readonly Change[] => {
  const ranked = changes
    .map((change) => ({ change, rank: rankOf(change, named) }))
    .sort((one, other) => one.rank - other.rank)
  const kept = ranked.filter(({ rank }) => rank <= lastNamed).length
  return ranked.slice(0, Math.max(usual, kept)).map(({ change }) => change)
}

/** The highest rank of assets that the calls name. */
const lastNamed = 1

/** Ranks amounts before items: an asset has one amount, but its contract can report any number of items. */
const rankOf = (change: Change, named: ReadonlySet<Asset>): number => {
  const isMove = change.kind === 'amount' || change.kind === 'item'
  const isItem = change.kind === 'item' || change.kind === 'itemAllowance'
  if (isMove && change.amount > 0n) return 5
  if (named.has(assetOf(change))) return isItem ? lastNamed : 0
  if (!isMove) return 4
  return isItem ? 3 : 2
}

/** Returns the asset of a change: the network's coin, or the contract that keeps it. */
export const assetOf = (change: Change): Asset => {
  if (change.kind === 'amount') return change.asset
  return change.kind === 'allowance' ? change.token : change.collection
}
