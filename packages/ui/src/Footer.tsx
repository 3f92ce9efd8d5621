import type { ReactNode } from 'react'

/** The actions at the end of a view. */
export type FooterProps = { children: ReactNode }

/** Actions that stay visible while a view scrolls, such as Reject and Confirm. */
export function Footer({ children }: FooterProps) {
  return <div part="footer">{children}</div>
}
