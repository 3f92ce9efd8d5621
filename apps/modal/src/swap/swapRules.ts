/** The terms of a swap: the maximum slippage, and the minimum that results. */
import type { TokenBalance } from '@latchkey/api-client'
import { filterAmountInput, formatAmount } from '@latchkey/chains'
import { decimalsOf, isPriced } from '../send/amountRules.ts'

/** The maximum slippage below the quote, in hundredths of a percent. */
export const slippageLimits = { min: 5, auto: 100, risky: 300, max: 2000 } as const

export type SlippageReading =
  | { readonly kind: 'auto' }
  | { readonly kind: 'own'; readonly bps: number }
  | { readonly kind: 'tooLow' | 'tooHigh' }

/** The field's value after an input: two digits with two decimals. */
export const filterSlippage = (text: string, previous: string): string =>
  filterAmountInput(text, previous, { integerDigits: 2, decimalDigits: 2 })

/** Parses a percentage. No input is `auto`. */
export const readSlippage = (text: string): SlippageReading => {
  if (!/\d/.test(text)) return { kind: 'auto' }
  const bps = Math.round(Number(text) * 100)
  if (bps < slippageLimits.min) return { kind: 'tooLow' }
  return bps > slippageLimits.max ? { kind: 'tooHigh' } : { kind: 'own', bps }
}

/** The least that may arrive; never nothing. */
export const minimumOf = (quoted: bigint, bps: number): bigint => {
  const least = (quoted * BigInt(10_000 - bps)) / 10_000n
  return least > 0n ? least : 1n
}

/** Returns how much less the received tokens are worth, in percent; null where a price is missing, 0 where they are worth more. */
export const worthLost = (
  give: { token: TokenBalance; units: bigint },
  get: { token: TokenBalance; units: bigint },
): number | null => {
  if (!isPriced(give.token) || !isPriced(get.token)) return null
  const [left, came] = [give, get].map(
    ({ token, units }) => token.price * Number(formatAmount(units, decimalsOf(token))),
  ) as [number, number]
  // Less than a cent is too small to compare.
  if (left < 0.01) return null
  return came >= left ? 0 : Math.round((10_000 * (left - came)) / left) / 100
}

/** Returns the worse of the exchange's impact and that from prices; null where neither is known. */
export const impactOf = (told: number | null, lost: number | null): number | null =>
  told === null ? lost : lost === null ? told : Math.max(told, lost)

export type ImpactGrade = 'normal' | 'high' | 'severe'

/** From so many percent on a loss is warned of, and agreed to by another button. */
const impactLimits = { high: 2, severe: 10 } as const

export const gradeImpact = (impact: number | null): ImpactGrade =>
  impact === null || impact < impactLimits.high ? 'normal' : impact < impactLimits.severe ? 'high' : 'severe'

const rateDigits = 18

/** Returns the price of one whole token in the other, as a decimal number. */
export const rateOf = (
  give: { token: TokenBalance; units: bigint },
  get: { token: TokenBalance; units: bigint },
): string => {
  const scaled =
    (get.units * 10n ** BigInt(rateDigits + decimalsOf(give.token))) /
    (give.units * 10n ** BigInt(decimalsOf(get.token)))
  return formatAmount(scaled, rateDigits)
}
