import type { EvmNetwork } from '@latchkey/chains'
import type { AppError } from '@latchkey/protocol'
import type { StatusWords } from '../screen/ApprovalScreen.tsx'
import { exactAmount, roundedUp } from '../screen/exactAmount.ts'
import { type FailureWords, failureWords } from '../screen/failureWords.ts'
import { isOutage } from '../screen/isOutage.ts'
import type { FilledOperation } from './fillOperation.ts'

/** What stands in the way of an operation; the call it is about, counted from 0, where one is. */
export type Obstacle = { readonly error: AppError; readonly call: number | null }

/** What is said of a fee, and with it of a total: at most this. */
export const shownFee = (maxFeeWei: bigint): bigint => roundedUp(maxFeeWei)

/** What the account itself needs for it now: what its calls take along, and the fee where nobody else pays. */
export const neededWei = ({ valueWei, feeDueWei }: FilledOperation): bigint => valueWei + shownFee(feeDueWei)

const words: Partial<Record<AppError['name'], FailureWords>> = {
  BUNDLER_UNREACHABLE: {
    title: 'The service that sends cannot be reached',
    text: 'Nothing was sent. It usually answers again in a moment.',
  },
  NONCE_TOO_LOW: {
    title: 'Something else of this account went first',
    text: 'Nothing was sent. Check this once more and confirm again.',
  },
  CALLS_ID_TAKEN: {
    title: 'The page has asked for this already',
    text: 'It used the same id before. Nothing was sent.',
  },
}

/** Why it cannot be done now. Where some may be out already, `nothing was sent` is not said: see `outWords`. */
export const obstacleWords = (
  { error, call }: Obstacle,
  filled: FilledOperation | null,
  count: number,
  { nativeCurrency }: EvmNetwork,
): StatusWords => {
  const { symbol, decimals } = nativeCurrency
  if (error.name === 'INSUFFICIENT_FUNDS') {
    const text =
      filled === null
        ? `There is not enough ${symbol} in this account for the amount and the network fee.`
        : `This account has ${exactAmount(filled.balanceWei, decimals)} ${symbol}. It needs up to ${exactAmount(neededWei(filled), decimals)} ${symbol}.`
    return { variant: 'danger', title: 'Not enough funds', text }
  }
  if (error.name === 'EXECUTION_REVERTED') {
    const which = call === null || count < 2 ? 'The contract refuses it' : `Call ${call + 1} of ${count} is refused`
    const rest = count < 2 ? '' : ' None of them happens without it.'
    return {
      variant: 'danger',
      title: 'This would fail',
      text: `${which}: ${error.details.reason}.${rest} Nothing was sent.`,
    }
  }
  if (error.name === 'OPERATION_REFUSED') {
    return {
      variant: 'danger',
      title: 'It was not accepted',
      text: `${sentence(String(error.details.reason))} Nothing was sent.`,
    }
  }
  return { variant: isOutage(error) ? 'warning' : 'danger', ...(words[error.name] ?? failureWords(error)) }
}

/** Words that could follow “because”, as a sentence of their own. */
const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`

/** What is out, and not known to have happened. */
export const outWords = (error: AppError): StatusWords =>
  error.name === 'TIMEOUT'
    ? {
        variant: 'warning',
        title: 'It is on its way',
        text: 'The network takes longer than usual. It can happen only once, whatever you do now.',
      }
    : {
        variant: 'warning',
        title: 'The service did not answer',
        text: 'It is signed and may be on its way. Sending it again is safe: it can happen only once.',
      }

/** It is on the chain, and came to nothing. */
export const revertedWords = (error: AppError, { payer }: FilledOperation): StatusWords => ({
  variant: 'danger',
  title: 'It failed on the network',
  text: `It was mined and undone; the fee was paid${payer.kind === 'self' ? '' : ', though not by you'}. The contract refused it: ${error.details.reason}.`,
})

/** Somebody who would have paid does not any more. */
export const withoutSponsorWords = (error: AppError): StatusWords => ({
  variant: 'warning',
  title: 'You would pay the network fee yourself',
  text: `${whyNotSponsored(error)} Nothing was sent. Check the fee and confirm again.`,
})

/** Why nobody else pays, as a sentence. */
export const whyNotSponsored = (error: AppError): string => {
  if (error.name === 'SPONSOR_REFUSED') return sentence(String(error.details.reason))
  if (error.name === 'NOT_ENABLED') return 'Nobody covers it any more.'
  return 'Whoever was to cover it cannot be reached.'
}
