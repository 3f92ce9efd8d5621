import { type Effect, type EvmNetwork, type EvmTransaction, shortAddress, type TokenCall } from '@latchkey/chains'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import type { ReadTransaction } from './describeTransaction.ts'

/** One sentence for what a transaction does. A token is named by its contract's own word once that is known. */
export const intentOf = (
  { meaning, effects }: ReadTransaction,
  { value, from }: EvmTransaction,
  { nativeCurrency }: EvmNetwork,
  token: Loaded<TokenFacts | null>,
): string => {
  switch (meaning.kind) {
    case 'create':
      return 'Create a contract'
    case 'transfer':
      return value === 0n
        ? `Send an empty transaction to ${shortAddress(meaning.to)}`
        : `Send ${nativeCurrency.symbol} to ${shortAddress(meaning.to)}`
    case 'token':
      return tokenIntent(meaning.call, from, token.kind === 'ready' ? token.value : null)
    case 'call': {
      const { fn, calls } = meaning.call
      const right = rightIntent(effects)
      if (right !== null) return right
      if (fn === null) return value === 0n ? 'Use a contract' : `Pay ${nativeCurrency.symbol} to a contract`
      const [only, another] = effects
      if (only !== undefined && another === undefined) return effectIntent(only, nativeCurrency.symbol) ?? fn.does
      return calls.length > 1 ? `Make ${calls.length} calls at once` : fn.does
    }
  }
}

const tokenIntent = (call: TokenCall, from: string, facts: TokenFacts | null): string => {
  const symbol = facts?.symbol ?? 'tokens'
  const what = (number: bigint): string => (facts?.kind === 'collection' ? `${facts.symbol} #${number}` : symbol)
  switch (call.kind) {
    case 'transfer':
      return `Send ${symbol} to ${shortAddress(call.to)}`
    case 'transferFrom': {
      const whose = call.from === from ? 'your' : `${shortAddress(call.from)}’s`
      return `Move ${whose} ${what(call.amount)} to ${shortAddress(call.to)}`
    }
    case 'setApprovalForAll': {
      const who = shortAddress(call.operator)
      const all = facts === null ? 'items' : `${symbol} items`
      return call.approved ? `Let ${who} move all your ${all}` : `No longer let ${who} move your ${all}`
    }
    case 'decreaseAllowance':
      return `Let ${shortAddress(call.spender)} spend less of your ${symbol}`
    case 'approve':
    case 'increaseAllowance': {
      const who = shortAddress(call.spender)
      if (facts?.kind === 'collection') return `Let ${who} move your ${what(call.amount)}`
      if (call.unlimited) return `Let ${who} take all your ${symbol}`
      if (call.kind === 'increaseAllowance') return `Let ${who} spend more of your ${symbol}`
      return call.amount === 0n ? `No longer let ${who} spend your ${symbol}` : `Let ${who} spend your ${symbol}`
    }
  }
}

/** What others may do afterwards is worth a sentence more than what the function is called. */
const rightIntent = (effects: readonly Effect[]): string | null => {
  for (const effect of effects) {
    if (effect.kind === 'allowAll') return `Let ${shortAddress(effect.operator)} move all your items`
    if (effect.kind === 'allow' && effect.unlimited) return `Let ${shortAddress(effect.spender)} take all your tokens`
  }
  return null
}

const effectIntent = (effect: Effect, symbol: string): string | null => {
  switch (effect.kind) {
    case 'sendItems':
      return `Send ${effect.items.length === 1 ? 'an item' : `${effect.items.length} items`} to ${shortAddress(effect.to)}`
    case 'allow':
      return effect.amount === 0n
        ? `No longer let ${shortAddress(effect.spender)} spend your tokens`
        : `Let ${shortAddress(effect.spender)} spend your tokens`
    case 'wrap':
      return `Wrap ${symbol}`
    case 'unwrap':
      return `Unwrap ${symbol}`
    default:
      return null
  }
}
