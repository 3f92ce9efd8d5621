import { Link } from '@latchkey/ui'
import { sayLater as say } from '../../words/sayLater.ts'

/** What is shown is not of now: of when it is, and the way to what is. `atMs`: milliseconds since 1970. */
export function Stale({ atMs, onRetry }: { atMs: number; onRetry: () => void }) {
  const time = new Date(atMs).toLocaleString(undefined, {
    ...(Date.now() - atMs > 43_200_000 && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <p part="stale">
      {say('account.stale', { time })} <Link onClick={onRetry}>{say('tryAgain')}</Link>
    </p>
  )
}
