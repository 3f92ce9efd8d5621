import type { ReactNode } from 'react'

/** Lays out its children with a gap of the spacing scale. */
export type StackProps = {
  children: ReactNode
  /** A step of the scale 4, 8, 12, 16, 20, 24, 32; the fourth when absent. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 7
  align?: 'stretch' | 'center'
  /** `line` puts its children in a row. */
  direction?: 'column' | 'line'
}

/** Parts in a column with the theme's space between them. */
export function Stack({ children, gap = 4, align = 'stretch', direction = 'column' }: StackProps) {
  return (
    <div part="stack" data-gap={gap} data-align={align} data-direction={direction}>
      {children}
    </div>
  )
}
