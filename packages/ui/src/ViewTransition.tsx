import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { animate } from './motion.ts'
import { Swap } from './Swap.tsx'

/** `viewKey` names the current view; `direction` is `forward` when absent. */
export type ViewTransitionProps = {
  /** Identifies the view; a change starts a transition. */
  viewKey: string
  /** The direction of navigation. */
  direction?: 'forward' | 'back'
  children?: ReactNode
}

/** The height follows the content, smoothly, whenever it changes: another view, or more content in the same one. */
const followHeight = (outer: HTMLElement, inner: Element): (() => void) => {
  let height: number | undefined
  let running: Animation | undefined
  const observer = new ResizeObserver(() => {
    const from = running?.playState === 'running' ? outer.offsetHeight : height
    height = inner.clientHeight
    running?.cancel()
    // 0: it was in a closed dialog, or is.
    if (from && height > 0 && from !== height) {
      running = animate(outer, [{ blockSize: `${from}px` }, { blockSize: `${height}px` }])
    }
  })
  observer.observe(inner)
  return () => observer.disconnect()
}

/** Between views: the height animates, the content cross-fades and moves 8 px in the direction of travel, in 150 ms. */
export function ViewTransition({ viewKey, direction = 'forward', children }: ViewTransitionProps) {
  const outer = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const inner = outer.current?.firstElementChild
    if (outer.current && inner) return followHeight(outer.current, inner)
  }, [])

  return (
    <div ref={outer} part="views">
      <Swap swapKey={viewKey} as="div" part="view" shift={direction === 'forward' ? 8 : -8}>
        {children}
      </Swap>
    </div>
  )
}
