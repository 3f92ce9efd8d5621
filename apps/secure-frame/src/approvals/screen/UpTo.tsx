import { t } from '@latchkey/copy/approvals'
import { rich } from '@latchkey/copy/react'
import { Skeleton, Text } from '@latchkey/ui'
import { fact } from './createReading.ts'
import { shownAmount } from './exactAmount.ts'
import { costInUsd } from './inUsd.ts'

export type UpToProps = {
  /** In the smallest unit of the network's coin. */
  units: bigint
  symbol: string
  decimals: number
  /** US dollars for one coin; null if unknown, undefined while loading. */
  priceUsd: number | null | undefined
  /** It is a fact to confirm; a total only follows from those. */
  isFact?: boolean
}

/** Shows a maximum cost: dollars first, rounded up, then the coin. */
export function UpTo({ units, symbol, decimals, priceUsd, isFact = false }: UpToProps) {
  const coins = <bdi dir="ltr">{`${shownAmount(units, decimals)} ${symbol}`}</bdi>
  return (
    <span className="wallet-cost" {...(isFact ? fact : {})}>
      {priceUsd == null ? (
        <span>{rich((at) => t('upTo', at), { amount: coins })}</span>
      ) : (
        <>
          <span>{rich((at) => t('upTo', at), { amount: <bdi>{costInUsd(units, decimals, priceUsd)}</bdi> })}</span>
          <Text as="span" size="small" tone="secondary">
            {coins}
          </Text>
        </>
      )}
      {priceUsd === null && (
        <Text as="span" size="small" tone="secondary">
          {t('priceUnknown')}
        </Text>
      )}
    </span>
  )
}

/** Replaces an unknown cost: still loading, or unavailable. */
export function CostPending({ isLoading }: { isLoading: boolean }) {
  if (!isLoading) return t('notKnown')
  return (
    <span className="wallet-wait">
      <Skeleton />
    </span>
  )
}
