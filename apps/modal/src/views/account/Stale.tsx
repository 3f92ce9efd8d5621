import { t } from '@latchkey/copy/account'
import { t as commonT } from '@latchkey/copy/common'
import { Link } from '@latchkey/ui'

/** Marks stale data: its time, and a button to refresh it. `atMs`: milliseconds since 1970. */
export function Stale({ atMs, onRetry }: { atMs: number; onRetry: () => void }) {
  const time = new Date(atMs).toLocaleString(undefined, {
    ...(Date.now() - atMs > 43_200_000 && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <p part="stale">
      {t('stale', { time })} <Link onClick={onRetry}>{commonT('tryAgain')}</Link>
    </p>
  )
}
