import { AppError, isAppError } from '@latchkey/protocol'
import { useCallback, useRef, useState } from 'react'

export type Action = {
  readonly isBusy: boolean
  /** Why it did not work the last time. */
  readonly error: AppError | null
  /** Start; nothing happens while one runs. A person who changed their mind has not failed. */
  run(work: () => Promise<void>): void
}

/** Something that a button starts, and how it stands. */
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
