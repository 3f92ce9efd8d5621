import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/tokens'
import { Amount, Skeleton } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useCallback } from 'react'
import { useKeepFresh } from '../../parts/useKeepFresh.ts'
import { accountAtom } from '../../state/accounts.ts'
import { activeNetworkIdAtom } from '../../state/networks.ts'
import { portfolioWorthAtom, refreshPortfolioAtom } from '../../state/portfolio.ts'
import { nativeTokenAtom, refreshTokensAtom, tokensAtom } from '../../state/tokens.ts'
import { useIsLate } from '../useIsLate.ts'
import { Stale } from './Stale.tsx'

/** Balances are good for 30 s. */
const everyMs = 31_000

/**
 * The total of all accounts of the wallet, on all networks, or the balance of the network's coin where no price is known; with its time,
 * where it isn't current.
 */
export function Worth() {
  const { status, atMs } = useAtomValue(tokensAtom)
  const native = useAtomValue(nativeTokenAtom)
  const total = useAtomValue(portfolioWorthAtom)
  const refreshTokens = useSetAtom(refreshTokensAtom)
  const refreshPortfolio = useSetAtom(refreshPortfolioAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const address = useAtomValue(accountAtom)?.address ?? ''
  const read = useCallback(
    (isForced: boolean) => {
      void refreshTokens(isForced)
      void refreshPortfolio(isForced)
    },
    [refreshTokens, refreshPortfolio],
  )
  useKeepFresh({ read, everyMs, what: `${id} ${address}` })
  // A response within a second: the previous data's time isn't shown.
  const isOld = useIsLate(1000, `${status} ${atMs} ${id} ${address}`) && status === 'loading'
  if (status === 'loading' && atMs === 0 && total === null) {
    return (
      <div part="worth">
        <Skeleton shape="amount" />
      </div>
    )
  }
  // A balance that couldn't be read isn't zero.
  const sum = total === null && status === 'error' ? '\u2014' : formatUsd(total ?? 0)
  return (
    <div part="worth">
      {total !== null || native === undefined ? (
        <p part="worth-total" data-long={sum.length > 11 || undefined}>
          <span className="lk-hidden">{t('worth')} </span>
          <bdi>{sum}</bdi>
        </p>
      ) : (
        <Amount value={formatQuantity(native.quantity.numeric)} symbol={native.symbol} />
      )}
      {atMs > 0 && (status === 'error' || isOld) && <Stale atMs={atMs} onRetry={() => void refreshTokens(true)} />}
    </div>
  )
}
