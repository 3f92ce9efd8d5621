import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { animate, fadeGhost, ghostOf } from './motion.ts'

export type ViewTransitionProps = {
  /** Which view this is; a change is a transition. */
  viewKey: string
  /** The way the visitor travels. */
  direction?: 'forward' | 'back'
  children?: ReactNode
}

type Ghost = { key: string; element: HTMLElement }
type ViewProps = { viewKey: string; left: RefObject<Ghost | null>; children?: ReactNode }

/** One view; when it goes it leaves a picture of itself behind. */
function View({ viewKey, left, children }: ViewProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Our own picture means that StrictMode mounted us twice.
    if (left.current?.key === viewKey) left.current = null
    const element = ref.current
    return () => {
      if (element !== null) left.current = { key: viewKey, element: ghostOf(element) }
    }
  }, [viewKey, left])
  return (
    <div ref={ref} className="lk-view" part="view">
      {children}
    </div>
  )
}

/** Height follows the content, smoothly, whenever it changes: another view, or the same one with more in it. */
const followHeight = (outer: HTMLElement, inner: HTMLElement): (() => void) => {
  let height: number | undefined
  let running: Animation | undefined
  const observer = new ResizeObserver(() => {
    const from = running?.playState === 'running' ? outer.offsetHeight : height
    height = inner.offsetHeight
    running?.cancel()
    if (from !== undefined && from !== height) {
      running = animate(outer, [{ blockSize: `${from}px` }, { blockSize: `${height}px` }])
    }
  })
  observer.observe(inner)
  return () => observer.disconnect()
}

/** Between views: the height animates, the content cross-fades and moves 8 px in the direction of travel, in 150 ms. */
export function ViewTransition({ viewKey, direction = 'forward', children }: ViewTransitionProps) {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const left = useRef<Ghost | null>(null)

  useLayoutEffect(() => {
    if (outer.current !== null && inner.current !== null) return followHeight(outer.current, inner.current)
  }, [])

  useLayoutEffect(() => {
    const [holder, ghost] = [inner.current, left.current]
    left.current = null
    const view = holder?.firstElementChild
    if (!holder || !view || ghost === null || ghost.key === viewKey) return
    const rightToLeft = getComputedStyle(holder).direction === 'rtl'
    const shift = (direction === 'forward') === rightToLeft ? -8 : 8
    fadeGhost(holder, ghost.element, { transform: `translateX(${-shift}px)` })
    animate(view, [
      { opacity: 0, transform: `translateX(${shift}px)` },
      { opacity: 1, transform: 'none' },
    ])
  }, [viewKey])

  return (
    <div ref={outer} className="lk-views" part="views">
      <div ref={inner} className="lk-views-inner">
        <View key={viewKey} viewKey={viewKey} left={left}>
          {children}
        </View>
      </div>
    </div>
  )
}
