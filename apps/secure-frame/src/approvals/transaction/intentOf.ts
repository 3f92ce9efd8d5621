import { type EvmNetwork, type EvmTransaction, shortAddress } from '@latchkey/chains'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import type { TransactionMeaning } from './describeTransaction.ts'

/** One sentence for what a transaction does. A token is named by its contract's own word once that is known. */
export const intentOf = (
  meaning: TransactionMeaning,
  { value, from }: EvmTransaction,
  { nativeCurrency }: EvmNetwork,
  token: Loaded<TokenFacts | null>,
): string => {
  const symbol = (token.kind === 'ready' ? token.value?.symbol : undefined) ?? 'tokens'
  switch (meaning.kind) {
    case 'create':
      return 'Create a contract'
    case 'transfer':
      return value === 0n
        ? `Send an empty transaction to ${shortAddress(meaning.to)}`
        : `Send ${nativeCurrency.symbol} to ${shortAddress(meaning.to)}`
    case 'call':
      return value === 0n ? 'Use a contract' : `Pay ${nativeCurrency.symbol} to a contract`
    case 'token': {
      const { call } = meaning
      if (call.kind === 'transfer') return `Send ${symbol} to ${shortAddress(call.to)}`
      if (call.kind === 'transferFrom') {
        const whose = call.from === from ? 'your' : `${shortAddress(call.from)}’s`
        return `Move ${whose} ${symbol} to ${shortAddress(call.to)}`
      }
      const who = shortAddress(call.spender)
      if (call.amount === 0n) return `No longer let ${who} spend your ${symbol}`
      return call.unlimited ? `Let ${who} take all your ${symbol}` : `Let ${who} spend your ${symbol}`
    }
  }
}
