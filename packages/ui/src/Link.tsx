import type { ReactNode } from 'react'

/** Either `href`, which opens a new tab, or `onClick`, which makes it a button. */
export type LinkProps =
  /** An external address, in a new tab. */
  | { children: ReactNode; href: string; onClick?: never }
  /** An action here that reads like a link. */
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
