import {
  type Asset,
  type BridgeEffect,
  type Effect,
  type EvmAddress,
  type EvmNetwork,
  type EvmTransaction,
  shortAddress,
  type TokenCall,
} from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { t as functionsT } from '@latchkey/copy/contractFunctions'
import { assetWords, moneyWords, worthOf } from './assetWords.ts'
import type { ReadTransaction } from './describeTransaction.ts'
import { elsewhereKey, type Insight, type TokenMap } from './gatherInsight.ts'

/** The data for the sentences. */
export type NamingInsight = Pick<Insight, 'tokens' | 'priceUsd' | 'tokenPricesUsd' | 'names'> &
  Partial<Pick<Insight, 'other' | 'elsewhere'>>

type BridgeGet = BridgeEffect['get']

/** Functions that name the amounts and addresses of a sentence. */
export type Naming = {
  /** An amount with its dollars; null for a token without metadata. */
  amount(asset: Asset, units: bigint): string | null
  /** The same without its dollars. */
  quantity(asset: Asset, units: bigint): string | null
  /** An amount that arrives on another network, and that network; null for a token without metadata. */
  elsewhere(get: BridgeGet): { get: string; network: string } | null
  /** A token's symbol, by its contract; null where there is none. */
  symbol(token: EvmAddress): string | null
  isCollection(token: EvmAddress): boolean
  /** A name that resolves back to the address, else the shortened address. */
  who(address: EvmAddress): string
  /** Returns whether it is the user's own account of the other type. */
  isOwn(address: EvmAddress): boolean
}

/** Returns names by the facts known so far. `tokens` are those known before the rest. */
export const namingOf = (network: EvmNetwork, insight: NamingInsight | null, tokens: TokenMap | null): Naming => {
  const book = insight?.tokens ?? tokens
  const quantity = (asset: Asset, units: bigint): string | null => {
    const facts = asset === 'native' ? undefined : (book?.get(asset) ?? null)
    if (facts === null) return null
    const { value, symbol } = assetWords(asset, units, network, book)
    return facts?.kind === 'collection' ? `${symbol} ${value}` : `${value} ${symbol}`
  }
  return {
    amount(asset, units) {
      const facts = asset === 'native' ? undefined : book?.get(asset)
      const amount = quantity(asset, units)
      const usd = amount === null || facts?.kind === 'collection' ? null : worthOf(asset, units, network, insight)
      return amount === null || usd === null ? amount : sharedT('worth', { amount, usd })
    },
    quantity,
    elsewhere(get) {
      const { network: name, token } = insight?.elsewhere?.get(elsewhereKey(get)) ?? {}
      if (!name || token?.kind !== 'token') return null
      const { value, symbol } = moneyWords(get.amount, token, 'down')
      return { get: `${value} ${symbol}`, network: name }
    },
    symbol: (token) => book?.get(token)?.symbol ?? null,
    isCollection: (token) => book?.get(token)?.kind === 'collection',
    who: (address) => insight?.names.get(address) ?? shortAddress(address),
    isOwn: (address) => insight?.other?.address === address,
  }
}

/** Describes a transaction in one sentence: which amount, and to which account. */
export const intentOf = (
  { meaning, effects }: ReadTransaction,
  { value, from }: Pick<EvmTransaction, 'value' | 'from'>,
  naming: Naming,
): string => {
  const coins = naming.amount('native', value) ?? ''
  switch (meaning.kind) {
    case 'create':
      return t('intent.create')
    case 'transfer':
      return value === 0n
        ? t('intent.empty', { to: naming.who(meaning.to) })
        : t(naming.isOwn(meaning.to) ? 'intent.moveOwn' : 'intent.send', { amount: coins, to: naming.who(meaning.to) })
    case 'token':
      return tokenIntent(meaning.call, meaning.token, from, naming)
    case 'call': {
      const { fn, calls } = meaning.call
      const right = rightIntent(effects, naming)
      if (right !== null) return right
      if (fn === null) return value === 0n ? t('intent.call') : t('intent.pay', { amount: coins })
      const [only, another] = effects
      if (only !== undefined && another === undefined) return effectIntent(only, from, naming) ?? functionsT(fn.does)
      return calls.length > 1 ? t('intent.calls', { count: calls.length }) : functionsT(fn.does)
    }
  }
}

/** Replaces a symbol that the contract does not have. */
const unnamed = 'none'

/** The arguments for an amount, and whether it has a symbol. */
const told = (amount: string | null, symbol: string | null) =>
  amount === null ? { symbol: unnamed, amount: '' } : { symbol: symbol ?? unnamed, amount }

const tokenIntent = (call: TokenCall, token: EvmAddress, account: string, naming: Naming): string => {
  const symbol = naming.symbol(token)
  switch (call.kind) {
    case 'transfer':
      return t(naming.isOwn(call.to) ? 'intent.moveTokenOwn' : 'intent.sendToken', {
        ...told(naming.amount(token, call.amount), symbol),
        to: naming.who(call.to),
      })
    case 'transferFrom': {
      const moved = { ...told(naming.amount(token, call.amount), symbol), to: naming.who(call.to) }
      return call.from === account
        ? t('intent.move', moved)
        : t('intent.moveFrom', { ...moved, from: naming.who(call.from) })
    }
    case 'setApprovalForAll':
      return t(call.approved ? 'intent.moveAll' : 'intent.noLongerMove', {
        symbol: symbol ?? unnamed,
        spender: naming.who(call.operator),
      })
    case 'decreaseAllowance':
      return t('intent.spendLess', {
        ...told(naming.amount(token, call.amount), symbol),
        spender: naming.who(call.spender),
      })
    case 'approve':
    case 'increaseAllowance': {
      const spender = naming.who(call.spender)
      const amount = naming.amount(token, call.amount)
      if (naming.isCollection(token)) return t('intent.moveItem', { spender, item: amount ?? '' })
      if (call.unlimited) return t('intent.takeAll', { spender, symbol: symbol ?? unnamed })
      if (call.amount === 0n && call.kind === 'approve')
        return t('intent.noLongerSpend', { spender, symbol: symbol ?? unnamed })
      return t(call.kind === 'approve' ? 'intent.spend' : 'intent.spendMore', { ...told(amount, symbol), spender })
    }
  }
}

/** A spender's rights afterwards matter more than the name of the function. */
const rightIntent = (effects: readonly Effect[], naming: Naming): string | null => {
  for (const effect of effects) {
    if (effect.kind === 'allowAll')
      return t('intent.moveAll', {
        spender: naming.who(effect.operator),
        symbol: naming.symbol(effect.collection) ?? unnamed,
      })
    if (effect.kind === 'allow' && effect.unlimited)
      return t('intent.takeAll', {
        spender: naming.who(effect.spender),
        symbol: naming.symbol(effect.token) ?? unnamed,
      })
  }
  return null
}

const effectIntent = (effect: Effect, account: string, naming: Naming): string | null => {
  switch (effect.kind) {
    case 'sendItems':
      return t('intent.sendItems', { count: effect.items.length, to: naming.who(effect.to) })
    case 'allow': {
      const spender = naming.who(effect.spender)
      const symbol = naming.symbol(effect.token)
      return effect.amount === 0n
        ? t('intent.noLongerSpend', { spender, symbol: symbol ?? unnamed })
        : t('intent.spend', { ...told(naming.amount(effect.token, effect.amount), symbol), spender })
    }
    case 'swap': {
      const { give, get, exactly, to } = effect
      const words = { give: naming.quantity(give.asset, give.amount), get: naming.quantity(get.asset, get.amount) }
      // A swap to another recipient brings the account nothing: its card names the recipient.
      if (words.give === null || words.get === null || to !== account) return null
      return t(exactly === 'give' ? 'intent.swap' : 'intent.swapExact', { give: words.give, get: words.get })
    }
    case 'bridge': {
      const give = naming.quantity(effect.give.asset, effect.give.amount)
      const there = naming.elsewhere(effect.get)
      return give === null || there === null || effect.to !== account ? null : t('intent.bridge', { give, ...there })
    }
    case 'wrap':
      return t('intent.wrap', { amount: naming.amount('native', effect.amount) ?? '' })
    case 'unwrap':
      return t('intent.unwrap', { amount: naming.amount('native', effect.amount) ?? '' })
    default:
      return null
  }
}
