import { type RefObject, useContext, useEffect, useState } from 'react'
import { type Arming, createArming } from './createArming.ts'
import { Surroundings } from './Surroundings.ts'

/** How often it is looked whether all is still well, in milliseconds. */
const lookMs = 50

/** How far a confirmation has armed, while the elements are watched. */
export const useArming = (isReady: boolean, watched: readonly RefObject<Element | null>[]): Arming => {
  const { watch } = useContext(Surroundings)
  const [arming, setArming] = useState<Arming>({ armed: 0, waitsFor: 'content', isHidden: false })
  const [first, second] = watched

  useEffect(() => {
    const elements = [first?.current, second?.current].filter((element) => element instanceof Element)
    const rule = createArming()
    let isSeen = false
    const look = (): void => {
      const isForeground = document.visibilityState === 'visible'
      const next = rule.look({ now: performance.now(), isReady, isSeen, hasFocus: document.hasFocus(), isForeground })
      const isSame = (last: Arming): boolean =>
        last.armed === next.armed && last.waitsFor === next.waitsFor && last.isHidden === next.isHidden
      setArming((last) => (isSame(last) ? last : next))
    }
    const disturb = (): void => {
      rule.disturb()
      look()
    }
    const stopWatching = watch(elements, (isVisible) => {
      isSeen = isVisible
      look()
    })
    // Scrolling of a part does not bubble; it is heard on its way down.
    addEventListener('scroll', disturb, { capture: true, passive: true })
    addEventListener('resize', disturb)
    // What is away for a moment was away, also where nobody looked meanwhile.
    addEventListener('blur', disturb)
    document.addEventListener('visibilitychange', disturb)
    const timer = setInterval(look, lookMs)
    look()
    return () => {
      stopWatching()
      removeEventListener('scroll', disturb, { capture: true })
      removeEventListener('resize', disturb)
      removeEventListener('blur', disturb)
      document.removeEventListener('visibilitychange', disturb)
      clearInterval(timer)
    }
  }, [isReady, watch, first, second])

  return arming
}
