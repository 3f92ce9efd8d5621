import type { ReactNode } from 'react'

/** `tone` colors the edge; it needs words too, since color is not read out. */
export type CardProps = {
  children: ReactNode
  /** Danger and warning color the edge, never the surface. */
  tone?: 'neutral' | 'warning' | 'danger'
  /** A small heading over the content. */
  title?: string
}

/** A group of related content. */
export function Card({ children, tone = 'neutral', title }: CardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group fields
    <div part="card" data-tone={tone} role="group" aria-label={title}>
      {title !== undefined && <h2 part="label card-title">{title}</h2>}
      {children}
    </div>
  )
}
