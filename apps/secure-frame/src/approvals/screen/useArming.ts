import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { type Arming, armingMs, createArming, dangerArmingMs } from './createArming.ts'
import { createReading, type Reading } from './createReading.ts'
import { Surroundings } from './Surroundings.ts'

/** The interval of the checks, in milliseconds. */
const lookMs = 50

/** Events that move or hide the frame. Scrolling or opening details in it changes no fact to confirm. */
const disturbances = ['resize', 'blur', 'hashchange'] as const

/**
 * Returns how far a confirmation has armed, while the elements are watched. `isArmedNow` checks again: a press may arrive
 * before the resize event that put the button under it.
 *
 * @param watched the element with the facts, then the one with the buttons where that is another element.
 */
export const useArming = (
  isReady: boolean,
  watched: readonly RefObject<Element | null>[],
  isDangerous = false,
): Arming & { isArmedNow: () => boolean; readOn: () => void } => {
  const { watch } = useContext(Surroundings)
  const [arming, setArming] = useState<Arming>({ isArmed: false, waitsFor: 'content', isHidden: false })
  const [first, second] = watched
  const readings = useRef<Reading>(null)
  const lookNow = useRef<() => boolean>(null)

  useEffect(() => {
    const elements = [first?.current, second?.current].filter((element) => element instanceof Element)
    const [content] = elements
    const rule = createArming(isDangerous ? dangerArmingMs : armingMs)
    const reading = content === undefined ? null : createReading(content)
    readings.current = reading
    let isSeen = false
    /** The facts and the layout of a press: once they change, the wait starts over. */
    const state = (): string => `${innerWidth} ${innerHeight} ${reading?.words()}`
    let known = state()
    const look = (): boolean => {
      const isForeground = document.visibilityState === 'visible'
      const current = state()
      if (current !== known) rule.disturb()
      known = current
      if (isReady) reading?.look(isSeen && isForeground)
      const next = rule.look({
        now: performance.now(),
        isReady,
        isSeen,
        isRead: (reading === null || reading.isRead()) && (second === undefined || isInView(second.current)),
        hasFocus: document.hasFocus(),
        isForeground,
      })
      const isSame = (last: Arming): boolean =>
        last.isArmed === next.isArmed && last.waitsFor === next.waitsFor && last.isHidden === next.isHidden
      setArming((last) => (isSame(last) ? last : next))
      return next.isArmed
    }
    lookNow.current = look
    const disturb = (): void => {
      rule.disturb()
      look()
    }
    const stopWatching = watch(elements, (isVisible) => {
      isSeen = isVisible
      look()
    })
    // An element that was hidden between two checks was still hidden.
    for (const name of disturbances) addEventListener(name, disturb)
    document.addEventListener('visibilitychange', disturb)
    const timer = setInterval(look, lookMs)
    look()
    return () => {
      stopWatching()
      for (const name of disturbances) removeEventListener(name, disturb)
      document.removeEventListener('visibilitychange', disturb)
      clearInterval(timer)
    }
  }, [isReady, isDangerous, watch, first, second])

  const readOn = useCallback(() => readings.current?.readOn(), [])
  const isArmedNow = useCallback(() => lookNow.current?.() === true, [])
  return { ...arming, isArmedNow, readOn }
}

/** On a low screen the buttons scroll with the content: facts that can't be seen are not confirmed. */
const isInView = (element: Element | null): boolean => {
  if (element === null) return false
  const { top, bottom } = element.getBoundingClientRect()
  const isWhole = top >= 0 && bottom <= innerHeight + 1
  return isWhole || (top <= 0 && bottom >= innerHeight && bottom - top > 0)
}
