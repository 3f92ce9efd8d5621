import { formatAmount, formatExact, formatQuantity, formatUsd } from '@latchkey/chains'
import { errorLine } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/send'
import { t as swapT } from '@latchkey/copy/swap'
import type { AppError } from '@latchkey/protocol'

/** The texts that differ between a transfer and a swap. */
type OutcomeKey =
  | 'planFailed'
  | 'planFailedText'
  | 'notSent'
  | 'notSentText'
  | 'rejectedText'
  | 'second'
  | 'secondText'
  | 'sendSecond'
  | 'confirm'
  | 'confirmDanger'
  | 'sent'
  | 'sentText'
  | 'sentLate'
  | 'sentUnwatched'
  | 'confirmed'
  | 'confirmedText'
  | 'failedOnChain'
  | 'failedOnChainText'
  | 'undoneText'
  | 'attempt'
  | 'attemptOut'
  | 'attemptVoid'
  | 'attemptRepeatable'
  | 'attemptAsked'

type OutcomeValues = { reason: string; advice: string; amount: string; symbol: string; address: string; get: string }
type Say = (key: OutcomeKey, values: OutcomeValues) => string

/** Texts for the outcome of a transfer, or of a swap. */
export const outcomeWords = (isSwap: boolean) => {
  const say: Say = isSwap ? swapT : t
  const blank: OutcomeValues = { reason: '', advice: '', amount: '', symbol: '', address: '', get: '' }
  return (key: OutcomeKey, values: Partial<OutcomeValues> = {}): string => say(key, { ...blank, ...values })
}

/** Returns the form's error: an address of another network is no request for one. */
export const formErrorWords = (error: Pick<AppError, 'name' | 'details'>, network: string): string =>
  error.name === 'CHAIN_ID_MISMATCH' ? t('otherNetwork') : errorLine(error, network)

/** An amount of a token that is agreed to: to the last digit, in the reader's own way of writing numbers. */
export const exactText = (units: bigint, decimals: number): string =>
  formatExact(formatAmount(units, Math.min(decimals, 100)))

const shownDigits = 6n

/** A fee in at most six digits that count, never less than it is. */
export const feeText = (units: bigint, decimals: number): string => {
  const step =
    10n ** (BigInt(units.toString().length) > shownDigits ? BigInt(units.toString().length) - shownDigits : 0n)
  return exactText(((units + step - 1n) / step) * step, decimals)
}

export const shortQuantity = (numeric: string): string => formatQuantity(numeric)

/** Formats a value. Small values don't become zero. */
export const usdText = (worth: string): string => (Number(worth) === 0 ? `<${formatUsd(0.01)}` : formatUsd(worth))
