import type { TokenBalance } from '@latchkey/api-client'
import { cleanText } from '../connectors/cleanText.ts'

/**
 * Prepares balances for display: tokens of zero decimals are dropped as low quality (specification section 5), and names, which token
 * creators choose, become one short line of text. The chain's own coin first, then by value.
 */
export const toShown = (balances: readonly TokenBalance[]): readonly TokenBalance[] =>
  balances
    .filter(({ address, quantity }) => address === undefined || Number(quantity.decimals) !== 0)
    .map((token) => ({
      ...token,
      name: cleanText(token.name, 64) ?? cleanText(token.symbol, 32) ?? '?',
      symbol: cleanText(token.symbol, 32) ?? '?',
    }))
    .toSorted((a, b) => Number(b.address === undefined) - Number(a.address === undefined) || worthOf(b) - worthOf(a))

/** Merges token lists; the first list that has a token wins. */
export const mergeTokens = (...lists: readonly (readonly TokenBalance[])[]): readonly TokenBalance[] => {
  const seen = new Set<string>()
  const key = ({ address, chainId }: TokenBalance) => (address ?? chainId).toLowerCase()
  return lists.flat().filter((token) => !seen.has(key(token)) && seen.add(key(token)))
}

/** In US dollars; 0 where no price is known. */
export const worthOf = ({ value, price, quantity }: TokenBalance): number => value ?? price * Number(quantity.numeric)

/** Returns whether the balance is above zero. */
export const isHeldAmount = ({ quantity }: TokenBalance): boolean => Number(quantity.numeric) > 0

export const hasPrice = ({ value, price }: TokenBalance): boolean => value !== undefined || price > 0

/** Returns the total value in US dollars; null when no held token has a price. */
export const totalWorth = (tokens: readonly TokenBalance[]): number | null => {
  const priced = tokens.filter(hasPrice)
  return priced.length === 0 ? null : priced.reduce((sum, token) => sum + worthOf(token), 0)
}
