/** Valid amount inputs, and their meaning (specification section 5). */
import type { TokenBalance } from '@latchkey/api-client'
import { fiatForUnits, filterAmountInput, formatAmount, parseAmount, unitsForFiat } from '@latchkey/chains'

/** An amount as it is typed: of the token, or of money in US dollars. */
export type AmountEntry = { readonly text: string; readonly unit: 'token' | 'fiat' }

export type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ready'; readonly units: bigint }
  | { readonly kind: 'tooMuch'; readonly units: bigint }

const integerDigits = 15
const centDecimals = 2

export const decimalsOf = ({ quantity }: Pick<TokenBalance, 'quantity'>): number => Number(quantity.decimals)

/** The balance of a token, in its smallest unit. */
export const balanceUnitsOf = (token: Pick<TokenBalance, 'quantity'>): bigint => {
  try {
    return parseAmount(token.quantity.numeric, decimalsOf(token))
  } catch {
    // A balance that can't be read counts as none.
    return 0n
  }
}

/** Whether amounts can be given in a currency. */
export const isPriced = ({ price }: Pick<TokenBalance, 'price'>): boolean => Number.isFinite(price) && price > 0

/** The field's value after an input, with as many digits as the unit has decimals; `previous` for an invalid amount. */
export const filterEntry = (
  text: string,
  unit: AmountEntry['unit'],
  token: TokenBalance | null,
  previous = '',
): string =>
  filterAmountInput(text, previous, {
    integerDigits,
    decimalDigits: unit === 'fiat' ? centDecimals : token === null ? 18 : decimalsOf(token),
  })

/** Parses an input for a token. No input and zero are `empty`. */
export function readAmount({ text, unit }: AmountEntry, token: TokenBalance): AmountReading {
  if (!/\d/.test(text)) return { kind: 'empty' }
  const decimals = decimalsOf(token)
  const units = unit === 'fiat' ? unitsForFiat(text, token.price, decimals) : parseAmount(text, decimals)
  if (units === 0n) return { kind: 'empty' }
  return { kind: units > balanceUnitsOf(token) ? 'tooMuch' : 'ready', units }
}

/** The same amount in the other unit, as it would be typed. */
export function otherUnit(entry: AmountEntry, token: TokenBalance): AmountEntry {
  const unit = entry.unit === 'fiat' ? 'token' : 'fiat'
  const reading = readAmount(entry, token)
  if (reading.kind === 'empty') return { text: '', unit }
  const decimals = decimalsOf(token)
  return {
    unit,
    text: unit === 'fiat' ? fiatForUnits(reading.units, token.price, decimals) : formatAmount(reading.units, decimals),
  }
}

/** Returns an amount's value, as a decimal number of US dollars; null without a price. */
export const worthOf = (units: bigint, token: TokenBalance): string | null =>
  isPriced(token) ? fiatForUnits(units, token.price, decimalsOf(token)) : null

/** Returns the maximum that can be sent of a token with this reserve; at least zero. */
export const maxUnits = (token: TokenBalance, reserveUnits: bigint): bigint => {
  const most = balanceUnitsOf(token) - reserveUnits
  return most > 0n ? most : 0n
}

/** From how much more than was shown, in percent, a fee is shown again before anything is sent. */
const feeBoundPercent = 25n

/** Returns whether a fee has risen so far that the user has to agree again. */
export const hasRisen = (shown: bigint | null, now: bigint | null): boolean =>
  shown !== null && now !== null && 100n * now > (100n + feeBoundPercent) * shown
