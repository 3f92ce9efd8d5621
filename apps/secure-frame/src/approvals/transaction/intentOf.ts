import { type Effect, type EvmNetwork, type EvmTransaction, shortAddress, type TokenCall } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveTransaction'
import { t as functionsT } from '@latchkey/copy/contractFunctions'
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
      return t('intent.create')
    case 'transfer':
      return value === 0n
        ? t('intent.empty', { to: shortAddress(meaning.to) })
        : t('intent.send', { symbol: nativeCurrency.symbol, to: shortAddress(meaning.to) })
    case 'token':
      return tokenIntent(meaning.call, from, token.kind === 'ready' ? token.value : null)
    case 'call': {
      const { fn, calls } = meaning.call
      const right = rightIntent(effects)
      if (right !== null) return right
      if (fn === null) return value === 0n ? t('intent.call') : t('intent.pay', { symbol: nativeCurrency.symbol })
      const [only, another] = effects
      if (only !== undefined && another === undefined)
        return effectIntent(only, nativeCurrency.symbol) ?? functionsT(fn.does)
      return calls.length > 1 ? t('intent.calls', { count: calls.length }) : functionsT(fn.does)
    }
  }
}

/** In place of a symbol: the contract does not say one. */
const unnamed = 'none'

const tokenIntent = (call: TokenCall, account: string, facts: TokenFacts | null): string => {
  const symbol = facts?.symbol ?? unnamed
  const thing = (amount: bigint): string => (facts?.kind === 'collection' ? `${facts.symbol} #${amount}` : symbol)
  switch (call.kind) {
    case 'transfer':
      return t('intent.sendToken', { symbol, to: shortAddress(call.to) })
    case 'transferFrom': {
      const moved = { symbol: thing(call.amount), to: shortAddress(call.to) }
      return call.from === account
        ? t('intent.move', moved)
        : t('intent.moveFrom', { ...moved, from: shortAddress(call.from) })
    }
    case 'setApprovalForAll':
      return t(call.approved ? 'intent.moveAll' : 'intent.noLongerMove', {
        symbol,
        spender: shortAddress(call.operator),
      })
    case 'decreaseAllowance':
      return t('intent.spendLess', { symbol, spender: shortAddress(call.spender) })
    case 'approve':
    case 'increaseAllowance': {
      const spender = shortAddress(call.spender)
      if (facts?.kind === 'collection') return t('intent.moveItem', { spender, item: thing(call.amount) })
      if (call.unlimited) return t('intent.takeAll', { spender, symbol })
      if (call.kind === 'increaseAllowance') return t('intent.spendMore', { spender, symbol })
      return t(call.amount === 0n ? 'intent.noLongerSpend' : 'intent.spend', { spender, symbol })
    }
  }
}

/** What others may do afterwards is worth a sentence more than what the function is called. */
const rightIntent = (effects: readonly Effect[]): string | null => {
  for (const effect of effects) {
    if (effect.kind === 'allowAll')
      return t('intent.moveAll', { spender: shortAddress(effect.operator), symbol: unnamed })
    if (effect.kind === 'allow' && effect.unlimited)
      return t('intent.takeAll', { spender: shortAddress(effect.spender), symbol: unnamed })
  }
  return null
}

const effectIntent = (effect: Effect, symbol: string): string | null => {
  switch (effect.kind) {
    case 'sendItems':
      return t('intent.sendItems', { count: effect.items.length, to: shortAddress(effect.to) })
    case 'allow':
      return t(effect.amount === 0n ? 'intent.noLongerSpend' : 'intent.spend', {
        spender: shortAddress(effect.spender),
        symbol: unnamed,
      })
    case 'wrap':
      return t('intent.wrap', { symbol })
    case 'unwrap':
      return t('intent.unwrap', { symbol })
    default:
      return null
  }
}
