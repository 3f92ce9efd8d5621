import type { ReactNode } from 'react'

/** `as` decides the element, `size` only its look. */
export type TextProps = {
  children: ReactNode
  /** 13, 15, 17 or 22 px. */
  size?: 'small' | 'body' | 'title' | 'display'
  /** The surrounding color when absent. */
  tone?: 'primary' | 'secondary' | 'success' | 'warning' | 'danger'
  align?: 'start' | 'center' | 'end'
  as?: 'p' | 'span' | 'h2' | 'h3'
}

/** A paragraph or heading in one of the theme's sizes; title and display are semi-bold. */
export function Text({ children, size = 'body', tone, align = 'start', as: Element = 'p' }: TextProps) {
  return (
    <Element part="text" data-size={size} data-tone={tone} data-align={align}>
      {children}
    </Element>
  )
}
