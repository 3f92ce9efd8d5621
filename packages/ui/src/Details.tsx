import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type DetailsProps = {
  summary: ReactNode
  children: ReactNode
  /** Open from the start; closed when absent. */
  defaultOpen?: boolean
}

/** More, for those who want it. */
export function Details({ summary, children, defaultOpen = false }: DetailsProps) {
  return (
    <details part="details" open={defaultOpen}>
      <summary part="summary">
        <span>{summary}</span>
        <Icon name="chevronDown" size={18} />
      </summary>
      <div part="details-content">{children}</div>
    </details>
  )
}
