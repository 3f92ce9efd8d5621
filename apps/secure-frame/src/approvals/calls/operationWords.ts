import type { EvmNetwork } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveCalls'
import { errorCopy } from '@latchkey/copy/error'
import type { AppError } from '@latchkey/protocol'
import type { StatusWords } from '../screen/ApprovalScreen.tsx'
import { roundedUp, shownAmount } from '../screen/exactAmount.ts'
import { failureWords } from '../screen/failureWords.ts'
import { isOutage } from '../screen/isOutage.ts'
import type { FilledOperation } from './fillOperation.ts'

/** What stands in the way of an operation; the call it is about, counted from 0, where one is. */
export type Obstacle = { readonly error: AppError; readonly call: number | null }

/** What is said of a fee, and with it of a total: at most this. */
export const shownFee = (maxFeeWei: bigint): bigint => roundedUp(maxFeeWei)

/** What the account itself needs for it now: what its calls take along, and the fee where nobody else pays. */
const neededWei = ({ valueWei, feeDueWei }: FilledOperation): bigint => valueWei + shownFee(feeDueWei)

/** Why it cannot be done now. Where some may be out already, `nothing was sent` is not said: see `outWords`. */
export const obstacleWords = (
  { error, call }: Obstacle,
  filled: FilledOperation | null,
  count: number,
  { nativeCurrency }: EvmNetwork,
): StatusWords => {
  const amount = (wei: bigint, rounding: 'up' | 'down'): string =>
    `${shownAmount(wei, nativeCurrency.decimals, rounding)} ${nativeCurrency.symbol}`
  const failure = failureWords(error)
  if (error.name === 'INSUFFICIENT_FUNDS' && filled !== null) {
    const text = t('funds', { balance: amount(filled.balanceWei, 'down'), needed: amount(neededWei(filled), 'up') })
    return { variant: 'danger', title: failure.title, text }
  }
  if (error.name === 'EXECUTION_REVERTED' && call !== null && count > 1) {
    const text = t('refused', { call: call + 1, count, reason: String(error.details.reason) })
    return { variant: 'danger', title: failure.title, text }
  }
  return { variant: isOutage(error) ? 'warning' : 'danger', ...failure }
}

/** What is out, and not known to have happened. */
export const outWords = (error: AppError): StatusWords => {
  const form = error.name === 'TIMEOUT' ? 'out.late' : 'out.lost'
  return { variant: 'warning', title: t(`${form}.title`), text: t(`${form}.text`) }
}

/** It is on the chain, and came to nothing. */
export const revertedWords = (error: AppError, { payer }: FilledOperation): StatusWords => ({
  variant: 'danger',
  title: t('reverted.title'),
  text: t(payer.kind === 'self' ? 'reverted.self' : 'reverted.sponsored', { reason: String(error.details.reason) }),
})

/** Somebody who would have paid does not any more. */
export const withoutSponsorWords = (error: AppError): StatusWords => ({
  variant: 'warning',
  title: t('sponsorLost.title'),
  text: t('sponsorLost.text', { reason: whyNotSponsored(error) }),
})

/** Why nobody else pays, as a sentence. */
export const whyNotSponsored = (error: AppError): string => {
  if (error.name === 'SPONSOR_REFUSED') return errorCopy(error).body
  if (error.name === 'NOT_ENABLED') return t('sponsorLost.ended')
  return t('sponsorLost.unreachable')
}
