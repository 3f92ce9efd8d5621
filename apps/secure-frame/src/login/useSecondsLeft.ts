import { useEffect, useState } from 'react'

const secondsUntil = (momentMs: number): number => Math.max(0, Math.ceil((momentMs - Date.now()) / 1000))

/** Whole seconds until a moment (milliseconds since 1970), counting down to 0. */
export const useSecondsLeft = (momentMs: number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(momentMs))
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(momentMs))
    count()
    // More often than a second, so that none is skipped.
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [momentMs])
  return seconds
}
