import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { animate, ghostOf } from './motion.ts'

type Ghost = { key: string; element: HTMLElement }

type LeavingProps = {
  swapKey: string
  as: 'div' | 'h1'
  part: string
  left: RefObject<Ghost | null>
  children?: ReactNode
}

/** Content that leaves a snapshot of itself behind when React removes it. */
function Leaving({ swapKey, as: Element, part, left, children }: LeavingProps) {
  const ref = useRef<HTMLHeadingElement & HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Our own snapshot means that StrictMode mounted us twice.
    if (left.current?.key === swapKey) left.current = null
    const element = ref.current
    return () => {
      if (element !== null) left.current = { key: swapKey, element: ghostOf(element) }
    }
  }, [swapKey, left])
  return (
    <Element ref={ref} part={part}>
      {children}
    </Element>
  )
}

/** The transition of changing content: its distance and duration. */
export type SwapProps = Omit<LeavingProps, 'left'> & {
  /** Of the theme's duration. */
  share?: number
  /** Pixels that new content moves in from, against the reading direction when negative; the old moves out the other way. */
  shift?: number
}

/** Cross-fades when `swapKey` changes: the new content replaces the old in the same position. */
export function Swap({ share = 1, shift = 0, ...rest }: SwapProps) {
  const holder = useRef<HTMLDivElement>(null)
  const left = useRef<Ghost | null>(null)

  useLayoutEffect(() => {
    const [parent, ghost] = [holder.current, left.current]
    const entered = parent?.firstElementChild
    left.current = null
    if (!parent || !entered || ghost === null || ghost.key === rest.swapKey) return
    // In a closed dialog the old content isn't visible: opening it doesn't start with a transition.
    if (!parent.checkVisibility()) return
    parent.closest('[part~=panel]')?.scrollTo(0, 0)
    parent.append(ghost.element)
    const x = getComputedStyle(parent).direction === 'rtl' ? -shift : shift
    const fading = animate(ghost.element, [{ opacity: 1 }, { opacity: 0, transform: `translateX(${-x}px)` }], share)
    const remove = () => ghost.element.remove()
    if (fading === undefined) remove()
    else Object.assign(fading, { onfinish: remove, oncancel: remove })
    animate(
      entered,
      [
        { opacity: 0, transform: `translateX(${x}px)` },
        { opacity: 1, transform: 'none' },
      ],
      share,
    )
  }, [rest.swapKey])

  return (
    <div ref={holder} className="lk-swap">
      <Leaving key={rest.swapKey} {...rest} left={left} />
    </div>
  )
}
