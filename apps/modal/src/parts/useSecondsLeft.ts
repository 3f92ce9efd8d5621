import { useAtomValue } from 'jotai/react'
import { useLayoutEffect, useReducer } from 'react'
import { servicesAtom } from '../services.ts'

/** Whole seconds until a moment (milliseconds since 1970), counting down to 0. */
export const useSecondsLeft = (untilMs: number): number => {
  const { clock } = useAtomValue(servicesAtom)
  const [, tick] = useReducer((count: number) => count + 1, 0)
  // The displayed value counts down already.
  useLayoutEffect(() => {
    let cancel: () => void = () => undefined
    const wait = () => {
      if (clock.now() < untilMs) cancel = clock.after(1000, step)
    }
    const step = () => {
      tick()
      wait()
    }
    wait()
    return () => cancel()
  }, [clock, untilMs])
  return Math.max(0, Math.ceil((untilMs - clock.now()) / 1000))
}
