import { useAtomValue } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { servicesAtom } from '../services.ts'
import { balanceChangesAtom, lastBalanceChangeMsAtom } from '../state/invalidateBalances.ts'

/** Specification section 9, polling interval: a recent change is polled for this often, three times. */
const settlingMs = [4000, 4000, 8000]
/** A view that opens this soon after a transfer polls as often: its first response may be older than the transfer. */
const settledAfterMs = settlingMs.reduce((sum, ms) => sum + ms, 0)

export type KeepFresh = {
  /** Decides whether data is fresh enough, unless forced. */
  read(isForced: boolean): void
  /** Slightly longer than the cache time, so that the data is stale by then. */
  everyMs: number
  /** Identifies the data: a new value is read at once. */
  what: string
  /** The backend has just begun to look, or something is still to be decided. */
  isSettling?: boolean
}

/**
 * Reads data now, repeatedly, and at once after a transfer, when the page becomes visible again, or when the browser is back online. A
 * hidden page reads nothing.
 */
export const useKeepFresh = ({ read, everyMs, what, isSettling = false }: KeepFresh): void => {
  const { clock } = useAtomValue(servicesAtom)
  const moves = useAtomValue(balanceChangesAtom)
  const lastMoveMs = useAtomValue(lastBalanceChangeMsAtom)
  const movesBefore = useRef(moves)
  useEffect(() => {
    const hasJustMoved = moves !== movesBefore.current || clock.now() - lastMoveMs < settledAfterMs
    const delays = hasJustMoved || isSettling ? [...settlingMs] : []
    movesBefore.current = moves
    let cancel = (): void => undefined
    const readNow = (isForced: boolean) => {
      if (document.visibilityState === 'visible') read(isForced)
    }
    const readLater = () => {
      const soonMs = delays.shift()
      cancel = clock.after(soonMs ?? everyMs, () => {
        readNow(soonMs !== undefined)
        readLater()
      })
    }
    const readAgain = () => readNow(false)
    read(false)
    readLater()
    document.addEventListener('visibilitychange', readAgain)
    addEventListener('online', readAgain)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', readAgain)
      removeEventListener('online', readAgain)
    }
  }, [read, everyMs, what, isSettling, moves, lastMoveMs, clock])
}
