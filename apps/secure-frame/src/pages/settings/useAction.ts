import { AppError, isAppError } from '@latchkey/protocol'
import { useCallback, useRef, useState } from 'react'

export type Action = {
  readonly isBusy: boolean
  /** The last failure. */
  readonly error: AppError | null
  /** Starts; ignored while one runs. A user who changed their mind is no failure. */
  run(work: () => Promise<void>): void
}

/** An action that a button starts, and its state. */
export const useAction = (): Action => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const isRunning = useRef(false)
  const run = useCallback((work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setError(null)
    work()
      .catch((thrown: unknown) => {
        const isLeft = isAppError(thrown, 'USER_REJECTED') || isAppError(thrown, 'ABORTED')
        if (!isLeft) setError(AppError.from(thrown))
      })
      .finally(() => {
        isRunning.current = false
        setBusy(false)
      })
  }, [])
  return { isBusy, error, run }
}
