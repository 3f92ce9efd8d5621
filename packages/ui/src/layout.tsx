import type { ReactNode } from 'react'

/** Lays out its children with a gap of the spacing scale. */
export type StackProps = {
  children: ReactNode
  /** A step of the scale 4, 8, 12, 16, 20, 24, 32; the fourth when absent. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 7
  align?: 'stretch' | 'center'
  /** `line` puts its children beside each other. */
  direction?: 'column' | 'line'
}

/** Parts one under the other with the theme's space between them. */
export function Stack({ children, gap = 4, align = 'stretch', direction = 'column' }: StackProps) {
  return (
    <div part="stack" data-gap={gap} data-align={align} data-direction={direction}>
      {children}
    </div>
  )
}

/** The buttons, the primary one last. */
export type ButtonRowProps = { children: ReactNode }

/** Buttons on one line, all of one size: Reject and Confirm. */
export function ButtonRow({ children }: ButtonRowProps) {
  return <div part="buttons">{children}</div>
}

/** `tone` colors the edge; it needs words too, since color is not read out. */
export type CardProps = {
  children: ReactNode
  /** Danger and warning colour the edge, never the surface. */
  tone?: 'neutral' | 'warning' | 'danger'
  /** A small heading over the content. */
  title?: string
}

/** A group of things that belong together. */
export function Card({ children, tone = 'neutral', title }: CardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group fields
    <div part="card" data-tone={tone} role="group" aria-label={title}>
      {title !== undefined && <h2 part="label card-title">{title}</h2>}
      {children}
    </div>
  )
}

/** The text in the middle of the line, such as “or”. */
export type DividerProps = { label: string }

/** A horizontal line with a label in the middle. */
export function Divider({ label }: DividerProps) {
  return <div part="divider">{label}</div>
}

/** A sentence with links to terms and privacy policy. */
export type LegalFooterProps = { children: ReactNode }

/** The small print under a view. */
export function LegalFooter({ children }: LegalFooterProps) {
  return <div part="legal">{children}</div>
}
