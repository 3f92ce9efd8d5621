import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { servicesAtom } from '../services.ts'

/** Returns whether this many milliseconds have passed since this was shown, or since `key` changed. */
export const useIsLate = (afterMs: number, key: string): boolean => {
  const { clock } = useAtomValue(servicesAtom)
  const [lateKey, setLateKey] = useState<string>()
  useEffect(() => clock.after(afterMs, () => setLateKey(key)), [clock, afterMs, key])
  return lateKey === key
}
