import { type RefObject, useEffect, useState } from 'react'
import { watchVisibility } from './watchVisibility.ts'

/** How long a screen has to be really seen before it can be confirmed, in milliseconds. */
export const armingMs = 700
/** How often it is looked whether it still is, in milliseconds. */
const lookMs = 50

export type Arming = {
  /** 0 to 1; confirming works at 1 only. */
  armed: number
  /** What holds it up, where that is not just time. */
  waitsFor: 'content' | 'sight' | 'focus' | null
}

/**
 * Arms a confirmation: all of its time the content is complete, the elements are on screen and the document has the
 * focus. Losing any of them starts over.
 */
export const useArming = (isReady: boolean, watched: readonly RefObject<Element | null>[]): Arming => {
  const [arming, setArming] = useState<Arming>({ armed: 0, waitsFor: 'content' })
  const [first, second] = watched

  useEffect(() => {
    const elements = [first?.current, second?.current].filter((element) => element instanceof Element)
    let isSeen = false
    let since: number | null = null
    const look = (): void => {
      const waitsFor = !isReady ? 'content' : !isSeen ? 'sight' : !document.hasFocus() ? 'focus' : null
      const now = performance.now()
      since = waitsFor === null ? (since ?? now) : null
      const armed = since === null ? 0 : Math.min(1, (now - since) / armingMs)
      setArming((last) => (last.armed === armed && last.waitsFor === waitsFor ? last : { armed, waitsFor }))
    }
    const stopWatching = watchVisibility(elements, (isVisible) => {
      isSeen = isVisible
      look()
    })
    const timer = setInterval(look, lookMs)
    look()
    return () => {
      stopWatching()
      clearInterval(timer)
    }
  }, [isReady, first, second])

  return arming
}
