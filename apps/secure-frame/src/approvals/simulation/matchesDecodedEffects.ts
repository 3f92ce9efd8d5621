import type { Effect } from '@latchkey/chains'
import type { Change } from './changesOf.ts'

/**
 * Returns whether nothing leaves and nothing is approved beyond the transaction's decoded effects. Incoming assets don't
 * matter.
 *
 * @param value the coins that go with it, in wei.
 */
export const matchesDecodedEffects = (
  changes: readonly Change[],
  effects: readonly Effect[],
  value: bigint,
): boolean => {
  const said = new Set([`native/${-value}`, ...effects.flatMap(saidBy)])
  return changes
    .filter((change) => change.kind !== 'amount' || change.amount < 0n)
    .every((change) => said.has(keyOf(change)))
}

const saidBy = (effect: Effect): string[] => {
  switch (effect.kind) {
    case 'send':
      // ERC-721 moves an item with the function that moves an amount in ERC-20.
      return [
        `${effect.asset}/${-effect.amount}`,
        ...(effect.asset === 'native' ? [] : [`${effect.asset}/${effect.amount}/-1`]),
      ]
    case 'sendItems':
      return effect.items.map(({ id, amount }) => `${effect.collection}/${id}/${-amount}`)
    case 'allow':
      return [
        `${effect.token}/may/${effect.spender}/${effect.amount}`,
        `${effect.token}/may-move/${effect.spender}/${effect.amount}`,
      ]
    case 'allowAll':
      return [`${effect.collection}/all/${effect.operator}/true`]
    default:
      return []
  }
}

const keyOf = (change: Change): string => {
  switch (change.kind) {
    case 'amount':
      return `${change.asset}/${change.amount}`
    case 'item':
      return `${change.collection}/${change.id}/${change.amount}`
    case 'allowance':
      return `${change.token}/may/${change.spender}/${change.amount}`
    case 'itemAllowance':
      return `${change.collection}/may-move/${change.spender}/${change.id}`
    case 'operator':
      return `${change.collection}/all/${change.operator}/${change.approved}`
  }
}
