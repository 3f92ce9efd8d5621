import { AppError } from '@latchkey/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'

export type Work = {
  state: { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; error: AppError }
  /** Starts, or starts again after a failure; ignored while it runs. */
  start(): void
}

/** Runs `work` on request and returns its state. Its result goes to `onDone` once. */
export const useWork = <result>(work: () => Promise<result>, onDone: (result: result) => void): Work => {
  const [state, setState] = useState<Work['state']>({ kind: 'idle' })
  const isRunning = useRef(false)
  const isMounted = useRef(true)
  const latest = useRef({ work, onDone })
  latest.current = { work, onDone }

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const start = useCallback(() => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ kind: 'busy' })
    latest.current
      .work()
      .then(latest.current.onDone, (thrown: unknown) => {
        if (isMounted.current) setState({ kind: 'failed', error: AppError.from(thrown) })
      })
      .finally(() => {
        isRunning.current = false
      })
  }, [])
  return { state, start }
}
