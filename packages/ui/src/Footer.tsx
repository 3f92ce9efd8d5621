import type { ReactNode } from 'react'

export type FooterProps = { children: ReactNode }

/** What must stay in sight under a view that scrolls: Reject and Confirm. */
export function Footer({ children }: FooterProps) {
  return <div part="footer">{children}</div>
}
