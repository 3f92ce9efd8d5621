import type { ReactNode } from 'react'

/** `as` decides the element, `size` only its look. */
export type TextProps = {
  children: ReactNode
  /** 13, 15, 17 or 22 px. */
  size?: 'small' | 'body' | 'title' | 'display'
  /** The colour around it when absent. */
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

/** Either `href`, which opens a new tab, or `onClick`, which makes it a button. */
export type LinkProps =
  /** Elsewhere, in a new tab. */
  | { children: ReactNode; href: string; onClick?: never }
  /** Something here that reads like a link. */
  | { children: ReactNode; href?: never; onClick: () => void }

/** A link in running text, or a button that looks like one. */
export function Link({ children, href, onClick }: LinkProps) {
  return href === undefined ? (
    <button type="button" part="link" onClick={onClick}>
      {children}
    </button>
  ) : (
    <a part="link" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
