import { t } from '@latchkey/copy/swap'
import { KeyValue } from '@latchkey/ui'
import { usdText } from './sendWords.ts'

/** The duration of a swap to another network, and its costs in addition to gas, as far as the exchange gives them. Rows of a list. */
export function CrossingFacts({ seconds, feesUsd }: { seconds: number | null; feesUsd: number | null }) {
  const whole = Math.ceil(seconds ?? 0)
  return (
    <>
      <KeyValue label={t('time')}>
        {t('timeAbout', { seconds: whole, minutes: whole < 60 ? 0 : Math.round(whole / 60) })}
      </KeyValue>
      <KeyValue label={t('bridgeFee')}>
        {feesUsd === null ? t('bridgeFeeUnknown') : t('bridgeFeeText', { amount: usdText(String(feesUsd)) })}
      </KeyValue>
    </>
  )
}
