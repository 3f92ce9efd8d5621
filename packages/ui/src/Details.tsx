import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A native `<details>`. `summary` is always visible; `children` only while it is open. */
export type DetailsProps = {
  summary: ReactNode
  children: ReactNode
  /** Open from the start; closed when absent. */
  defaultOpen?: boolean
  /** Called on first opening: expensive content can be drawn now. */
  onOpen?: () => void
}

/** A disclosure: content that is collapsed until the user opens it. */
export function Details({ summary, children, defaultOpen = false, onOpen }: DetailsProps) {
  return (
    <details
      part="details"
      open={defaultOpen}
      onToggle={onOpen && (({ currentTarget }) => currentTarget.open && onOpen())}
    >
      <summary part="summary">
        <span>{summary}</span>
        <Icon name="chevronDown" size={18} />
      </summary>
      <div part="details-content">{children}</div>
    </details>
  )
}
