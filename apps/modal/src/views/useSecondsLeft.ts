import { useAtomValue } from 'jotai/react'
import { useEffect, useReducer } from 'react'
import { servicesAtom } from '../state/services.ts'

/** Whole seconds until a moment (milliseconds since 1970), counting down to 0. */
export const useSecondsLeft = (untilMs: number): number => {
  const { clock } = useAtomValue(servicesAtom)
  const [ticks, tick] = useReducer((count: number) => count + 1, 0)
  const left = Math.max(0, Math.ceil((untilMs - clock.now()) / 1000))
  // Each tick sets the next.
  useEffect(() => (left > 0 ? clock.after(1000, tick) : undefined), [clock, left > 0, ticks])
  return left
}
