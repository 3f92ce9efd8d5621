import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** A list of rows of one height, of which only those near the viewport are rendered. */
export type VirtualListProps = {
  /** The list's accessible name. */
  label: string
  count: number
  /** Of every row, with the space under it, in pixels. */
  rowHeight: number
  /** Must be unique. */
  keyOf: (index: number) => string
  /** Renders a row. One of them is the tab stop: its first button or link gets this `tabIndex`. */
  renderRow: (index: number, tabIndex: 0 | -1) => ReactNode
  /** The last mounted row has changed: more may be needed. */
  onReach?: (index: number) => void
  /** Receives the list's commands. Not `ref`: React 18 keeps that from components. */
  commands?: Ref<VirtualListHandle>
}

/** A list's methods for its parent, through its ref. */
export type VirtualListHandle = {
  /** Moves the focus to the first row. */
  focusFirst(): void
}

/** Rows mounted beyond each edge; windows start at multiples of it, so that scrolling draws only now and then. */
const spare = 6
/** Drawn before the height is known, and on a server. */
const firstRows = 14

type Range = { first: number; end: number }

/**
 * A list that mounts only visible rows and a few more, however many it has. One tab stop: arrows, Page Up, Page Down, Home and End move
 * from row to row.
 */
export function VirtualList({ label, count, rowHeight, keyOf, renderRow, onReach, commands }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const [range, setRange] = useState<Range>({ first: 0, end: firstRows })
  const [active, setActive] = useState(0)
  /** The row that gets the focus as soon as it is mounted. */
  const wanted = useRef<number | null>(null)
  const first = Math.min(range.first, Math.max(0, count - 1))
  const end = Math.min(range.end, count)
  const stop = Math.min(active, count - 1)

  const measure = () => {
    const element = scroller.current
    if (element === null) return
    const next = rangeAt(element, rowHeight)
    if (next.first === range.first && next.end === range.end) return
    // The focused row must stay mounted.
    const focused = indexOf((element.getRootNode() as Document | ShadowRoot).activeElement)
    if (focused !== null && (focused < next.first || focused >= next.end)) element.focus({ preventScroll: true })
    setRange(next)
  }

  // Through the CSSOM: a strict CSP refuses style attributes.
  useLayoutEffect(() => {
    rows.current?.style.setProperty('block-size', `${count * rowHeight}px`)
    rows.current?.style.setProperty('padding-block-start', `${first * rowHeight}px`)
    for (const row of rows.current?.children ?? [])
      (row as HTMLElement).style.setProperty('block-size', `${rowHeight}px`)
  })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  })
  const focusWanted = () => {
    const button = rows.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] :is(button, a)`)
    if (wanted.current !== null) button?.focus({ preventScroll: true })
  }
  useLayoutEffect(focusWanted)
  useLayoutEffect(() => onReach?.(end - 1), [end, count])

  const goTo = (index: number) => {
    const element = scroller.current
    if (element === null || count === 0) return
    const target = Math.min(Math.max(0, index), count - 1)
    scrollToRow(element, target, rowHeight)
    wanted.current = target
    setActive(target)
    measure()
    focusWanted()
  }
  useImperativeHandle(commands, () => ({ focusFirst: () => goTo(0) }))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1)
    const to = rowAfter(event.key, { from: stop, page, count })
    if (to === undefined) return
    event.preventDefault()
    goTo(to)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are what is used; their keys bubble to here
    <div
      ref={scroller}
      part="list"
      tabIndex={-1}
      onScroll={measure}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) wanted.current = null
      }}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: WebKit takes a list without bullets for none */}
      <ul ref={rows} role="list" part="list-rows" aria-label={label}>
        {Array.from({ length: Math.max(0, end - first) }, (_, offset) => {
          const index = first + offset
          return (
            <li
              key={keyOf(index)}
              part="list-row"
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              onFocus={() => {
                wanted.current = null
                setActive(index)
              }}
            >
              {renderRow(index, index === stop || (stop < first && index === first) ? 0 : -1)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The rows to mount at a scroll position. */
const rangeAt = ({ scrollTop, clientHeight }: Element, rowHeight: number): Range => {
  const start = Math.floor(scrollTop / rowHeight / spare) * spare
  return { first: Math.max(0, start - spare), end: start + Math.ceil(clientHeight / rowHeight) + 2 * spare }
}

/** Scrolls no further than until the whole row is visible. */
const scrollToRow = (element: Element, index: number, rowHeight: number): void => {
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
  if (top < element.scrollTop) element.scrollTop = top
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
}

/** Returns the row to which a key moves the focus, which may be beyond an end; undefined for any other key. `page`: a page's rows. */
const rowAfter = (key: string, { from, page, count }: { from: number; page: number; count: number }) =>
  ({
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  })[key]

const indexOf = (element: Element | null): number | null => {
  const index = element?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}
