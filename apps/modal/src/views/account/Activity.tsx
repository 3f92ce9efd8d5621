import { t } from '@latchkey/copy/activity'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { EmptyState, ErrorState, Link, Spinner } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { groupByMonth } from '../../account/activity/groupByMonth.ts'
import { isAllSpam } from '../../account/activity/mainTransfers.ts'
import { useKeepFresh } from '../../parts/useKeepFresh.ts'
import { servicesAtom } from '../../services.ts'
import { accountAtom } from '../../state/accounts.ts'
import { activityAtom, loadMoreActivityAtom, refreshActivityAtom } from '../../state/activity.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { Stale } from './Stale.tsx'
import { ThingSkeletons } from './ThingSkeletons.tsx'

/** A history is good for 15 s. */
const everyMs = 16_000

/** The account's activity on the active network, by month; more loads on scrolling. */
export function Activity() {
  const { status, items, next, atMs, error } = useAtomValue(activityAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const address = useAtomValue(accountAtom)?.address ?? ''
  const refresh = useSetAtom(refreshActivityAtom)
  const read = useCallback((isForced: boolean) => void refresh(isForced), [refresh])
  // The backend reads an account's past on the first request for it.
  const [isFirst] = useState(atMs === 0)
  const isPending = items.some(({ metadata }) => metadata.status === 'pending')
  useKeepFresh({ read, everyMs, what: `${id} ${address}`, isSettling: isFirst || isPending })
  const months = useMemo(() => groupByMonth(items.filter(({ transfers }) => !isAllSpam(transfers))), [items])
  const retry = () => void refresh(true)
  if (months.length > 0 || next !== null) {
    return (
      <>
        {status === 'error' && <Stale atMs={atMs} onRetry={retry} />}
        {months.map(({ key, name, transactions }) => (
          <section key={key} aria-label={name}>
            <h2 part="month">{name}</h2>
            <ul part="things">
              {transactions.map((transaction) => (
                <li key={transaction.id}>
                  <ActivityRow transaction={transaction} me={address} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {next !== null && <More key={next} />}
      </>
    )
  }
  if (status === 'error' && error !== null)
    return (
      <ErrorState
        title={t('failed')}
        description={t('failedText', { reason: errorCopy(error).title })}
        action={{ label: commonT('tryAgain'), onClick: retry }}
      />
    )
  if (status === 'loading' && atMs === 0) return <ThingSkeletons words={t('loading')} />
  return <EmptyState icon="clock" title={t('none')} description={t('noneHint', { network })} />
}

/** The number of polls of a backend that is still reading an account's history. */
const readingEveryMs = 4000

/** The end of the loaded list: scrolling it into view loads the next page, and so does its button. */
function More() {
  const { isLoadingMore, isReading, moreError } = useAtomValue(activityAtom)
  const { clock } = useAtomValue(servicesAtom)
  const loadMore = useSetAtom(loadMoreActivityAtom)
  const end = useRef<HTMLDivElement>(null)
  const hasFailed = moreError !== null
  useEffect(() => {
    if (end.current === null || hasFailed || isLoadingMore) return
    let cancel = (): void => undefined
    const observer = new IntersectionObserver(
      (entries) => {
        cancel()
        if (!entries.at(-1)?.isIntersecting) return
        if (isReading) cancel = clock.after(readingEveryMs, () => void loadMore())
        else void loadMore()
      },
      // Before the end is in view, so that scrolling doesn't stop there.
      { root: end.current.closest('[part~=tabpanel]'), rootMargin: '160px' },
    )
    observer.observe(end.current)
    return () => {
      cancel()
      observer.disconnect()
    }
  }, [loadMore, hasFailed, isLoadingMore, isReading, clock])
  return (
    <div part="more" ref={end}>
      {hasFailed && <p part="stale">{t('failed')}</p>}
      {isReading && !hasFailed ? (
        <>
          <Spinner label="" />
          <p part="stale">{t('reading')}</p>
        </>
      ) : isLoadingMore ? (
        <Spinner label={t('loading')} />
      ) : (
        <Link onClick={() => void loadMore()}>{hasFailed ? commonT('tryAgain') : t('more')}</Link>
      )}
    </div>
  )
}
