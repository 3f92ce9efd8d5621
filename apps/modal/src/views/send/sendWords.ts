import { formatAmount, formatExact, formatQuantity, formatUsd } from '@latchkey/chains'
import type { AppError, ErrorName } from '@latchkey/protocol'
import { enSend, type SendWordKey } from '../../words/enSend.ts'
import { errorWords } from '../../words/errorWords.ts'
import { sayLater as say } from '../../words/sayLater.ts'

const isSendWord = (key: string): key is SendWordKey => Object.hasOwn(enSend, key)

/** What is wrong, in the words that sending has for it, else in those that all have. */
export const sendErrorWords = (error: AppError, network: string): string =>
  isSendWord(`send.${error.name}`) ? reasonWords(error.name, network) : errorWords(error)

/** The same for an error that is known by its name alone. */
export const reasonWords = (name: ErrorName, network: string): string => {
  const key = `send.${name}`
  return isSendWord(key) ? say(key, { network }) : say('error.ADDRESS_INVALID')
}

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

/** What something is worth. A little is not nothing. */
export const usdText = (worth: string): string => (Number(worth) === 0 ? `<${formatUsd(0.01)}` : formatUsd(worth))
