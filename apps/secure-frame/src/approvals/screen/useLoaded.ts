import { AppError } from '@latchkey/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'

export type Loaded<value> = { kind: 'loading' } | { kind: 'ready'; value: value } | { kind: 'failed'; error: AppError }

/** Loads once when the screen appears, and again on request. The result of an older request is ignored. */
export const useLoaded = <value>(load: () => Promise<value>): [Loaded<value>, () => void] => {
  const [state, setState] = useState<Loaded<value>>({ kind: 'loading' })
  const round = useRef(0)
  const latest = useRef(load)
  latest.current = load

  const reload = useCallback(() => {
    const mine = ++round.current
    const settle = (next: Loaded<value>): void => {
      if (mine === round.current) setState(next)
    }
    setState({ kind: 'loading' })
    latest.current().then(
      (value) => settle({ kind: 'ready', value }),
      (thrown: unknown) => settle({ kind: 'failed', error: AppError.from(thrown) }),
    )
  }, [])
  useEffect(() => {
    reload()
    return () => {
      round.current++
    }
  }, [reload])
  return [state, reload]
}
