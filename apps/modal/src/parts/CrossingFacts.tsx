import { t } from '@latchkey/copy/swap'
import { KeyValue } from '@latchkey/ui'
import { usdText } from './sendWords.ts'

/** How long a swap to another network takes, and what it costs beside gas, as far as the exchange says. Rows of a list. */
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
