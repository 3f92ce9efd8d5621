import { useLayoutEffect, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { animate, fadeGhost, ghostOf } from './motion.ts'

export type HeaderProps = {
  title: string
  /** Absent: no back button. */
  onBack?: () => void
  backLabel?: string
  /** Absent: no close button. */
  onClose?: () => void
  closeLabel?: string
  /** Shown but refused, while the visitor must decide first. */
  closeDisabled?: boolean
}

type TitleProps = { title: string; leave: (ghost: HTMLElement) => void }

function Title({ title, leave }: TitleProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const heading = ref.current
    return () => {
      if (heading !== null) leave(ghostOf(heading))
    }
  }, [leave])
  return (
    <h1 ref={ref} className="lk-header-title" part="header-title">
      {title}
    </h1>
  )
}

/** The title bar: back, what this view is, close. A new title cross-fades with the old one in 120 ms. */
export function Header({
  title,
  onBack,
  backLabel = 'Back',
  onClose,
  closeLabel = 'Close',
  closeDisabled = false,
}: HeaderProps) {
  const bar = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLElement | null>(null)
  const shown = useRef(title)
  const leave = useRef((left: HTMLElement) => {
    ghost.current = left
  })

  useLayoutEffect(() => {
    const [holder, left] = [bar.current, ghost.current]
    if (shown.current === title || holder === null || left === null) return
    shown.current = title
    fadeGhost(holder, left, {}, 0.8)
    const heading = holder.firstElementChild
    if (heading !== null) animate(heading, [{ opacity: 0 }, { opacity: 1 }], 0.8)
  }, [title])

  return (
    <header className="lk-header" part="header">
      <span className="lk-header-side">
        {onBack !== undefined && <IconButton icon="back" label={backLabel} onClick={onBack} />}
      </span>
      <div ref={bar} className="lk-header-bar">
        <Title key={title} title={title} leave={leave.current} />
      </div>
      <span className="lk-header-side">
        {onClose !== undefined && (
          <IconButton icon="close" label={closeLabel} onClick={onClose} disabled={closeDisabled} />
        )}
      </span>
    </header>
  )
}
