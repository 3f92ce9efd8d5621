import { shortAddress, wrappedSolMint } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveSolana'
import { exactAmount, shownAmount } from '../screen/exactAmount.ts'
import { inUsd } from '../screen/inUsd.ts'
import type { Examined } from './examineSolana.ts'

/** The tokens' metadata, accounts and prices, and the user's account. */
export type SolanaTokenData = Pick<Examined, 'mints' | 'tokenAccounts' | 'prices'> & { own: string }

const solDecimals = 9

/** Formats an amount of SOL. */
export const sol = (lamports: bigint, rounding?: 'up' | 'down'): string =>
  `${shownAmount(lamports, solDecimals, rounding)} SOL`

/** An amount as an instruction gives it: `mint` and `decimals` are null where it names none. */
export type Tokens = { amount: bigint; mint: string | null; decimals: number | null }

/** Returns the mint of an amount if known: the instruction may name only the account that holds it. */
export const mintOf = ({ mint }: Tokens, account: string, { tokenAccounts }: SolanaTokenData): string | null =>
  mint ?? tokenAccounts.get(account)?.mint ?? null

/** Matches token names that look like the coin's own. */
const coinLike = /^\W*w?s[o0]l\W*$/i

/** Tokens that a mint's address identifies: their mints carry no symbol. */
const issued: ReadonlyMap<string, string> = new Map([
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT'],
])

/**
 * Formats an amount of a token with its symbol. Anyone can choose a token's symbol: it is never shown as the coin's, and
 * callers show the mint beside it.
 */
export const tokenAmount = (
  mint: string | null,
  amount: bigint,
  { mints }: Pick<SolanaTokenData, 'mints'>,
  given?: number | null,
  rounding?: 'up' | 'down',
) => {
  const facts = mint === null ? undefined : mints.get(mint)
  const decimals = given ?? facts?.decimals
  const own = facts?.symbol == null || coinLike.test(facts.symbol) ? null : facts.symbol
  const token = mint === wrappedSolMint ? t('token.wrapped') : (issued.get(mint ?? '') ?? own)
  const symbol =
    decimals === undefined
      ? token === null
        ? t('token.unitsUnnamed')
        : t('token.units', { token })
      : (token ?? t('token.unnamed'))
  const value = shownAmount(amount, decimals ?? 0, rounding)
  const exact = exactAmount(amount, decimals ?? 0)
  return { value, exact: exact === value ? null : exact, symbol }
}

/** Formats an amount's value in US dollars; null where its price or decimals are unknown. `mint` null: SOL. */
export const worth = (
  mint: string | null,
  units: bigint,
  { mints, prices }: Pick<SolanaTokenData, 'mints' | 'prices'>,
): string | null => {
  const price = prices.get(mint ?? wrappedSolMint)
  const decimals = mint === null ? solDecimals : mints.get(mint)?.decimals
  return price === undefined || decimals === undefined ? null : inUsd(units, decimals, price)
}

/** Adds the value in dollars to an amount, where known. */
export const priced = (amount: string, usd: string | null): string =>
  usd === null ? amount : sharedT('worth', { amount, usd })

/** Returns a token's name with its mint. */
export const withMint = (symbol: string, mint: string | null): string =>
  mint === null ? symbol : `${symbol} (${shortAddress(mint)})`

/** Formats the amount that an instruction gives, with the token's name and mint. */
export const tokens = (given: Tokens, account: string, book: SolanaTokenData): string => {
  const mint = mintOf(given, account, book)
  const { value, symbol } = tokenAmount(mint, given.amount, book, given.decimals)
  return `${value} ${withMint(symbol, mint)}`
}
