import type { EvmNetwork } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveCalls'
import { errorCopy } from '@latchkey/copy/error'
import type { AppError } from '@latchkey/protocol'
import type { StatusWords } from '../screen/ApprovalScreen.tsx'
import { roundedUp, shownAmount } from '../screen/exactAmount.ts'
import { failureWords } from '../screen/failureWords.ts'
import { isOutage } from '../screen/isOutage.ts'
import type { FilledOperation } from './fillOperation.ts'

/** An obstacle of an operation; with the index of the call it is about, from 0, where there is one. */
export type Obstacle = { readonly error: AppError; readonly call: number | null }

/** The label of a fee, and of a total that includes it: a maximum. */
export const shownFee = (maxFeeWei: bigint): bigint => roundedUp(maxFeeWei)

/** The amount that the account itself needs now: its calls' value, and the fee unless a sponsor pays. */
const neededWei = ({ valueWei, feeDueWei }: FilledOperation): bigint => valueWei + shownFee(feeDueWei)

/** Why it can't be done now. Where an operation may be out already, `nothing was sent` is omitted: see `outWords`. */
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

/** For an operation that is out, with an unknown outcome. */
export const outWords = (error: AppError): StatusWords => {
  const form = error.name === 'TIMEOUT' ? 'out.late' : 'out.lost'
  return { variant: 'warning', title: t(`${form}.title`), text: t(`${form}.text`) }
}

/** For an operation that is on the chain and reverted. */
export const revertedWords = (error: AppError, { payer }: FilledOperation): StatusWords => ({
  variant: 'danger',
  title: t('reverted.title'),
  text: t(payer.kind === 'self' ? 'reverted.self' : 'reverted.sponsored', { reason: String(error.details.reason) }),
})

/** For a sponsor that no longer pays. */
export const withoutSponsorWords = (error: AppError): StatusWords => ({
  variant: 'warning',
  title: t('sponsorLost.title'),
  text: t('sponsorLost.text', { reason: whyNotSponsored(error) }),
})

/** Why no sponsor pays, as a sentence. */
export const whyNotSponsored = (error: AppError): string => {
  if (error.name === 'SPONSOR_REFUSED') return errorCopy(error).body
  if (error.name === 'NOT_ENABLED') return t('sponsorLost.ended')
  return t('sponsorLost.unreachable')
}
