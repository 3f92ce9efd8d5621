import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { moneyMovesAtom } from '../../state/moneyMoved.ts'
import { servicesAtom } from '../../state/services.ts'

/**
 * Read something now, again every `everyMs`, and at once when money has moved, the page is looked at again, or the browser
 * is back online. `read` itself decides what is fresh enough; `what` names what is read.
 */
export const useKeepFresh = (read: () => void, everyMs: number, what: string): void => {
  const { clock } = useAtomValue(servicesAtom)
  const moves = useAtomValue(moneyMovesAtom)
  useEffect(() => {
    let cancel = (): void => undefined
    const readLater = () => {
      cancel()
      cancel = clock.after(everyMs, () => {
        if (document.visibilityState === 'visible') read()
        readLater()
      })
    }
    const readNow = () => {
      if (document.visibilityState === 'visible') read()
    }
    read()
    readLater()
    document.addEventListener('visibilitychange', readNow)
    addEventListener('online', readNow)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', readNow)
      removeEventListener('online', readNow)
    }
  }, [read, everyMs, what, moves, clock])
}
