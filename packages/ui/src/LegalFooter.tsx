import type { ReactNode } from 'react'

/** A sentence with links to terms and privacy policy. */
export type LegalFooterProps = { children: ReactNode }

/** The small print under a view. */
export function LegalFooter({ children }: LegalFooterProps) {
  return <div part="legal">{children}</div>
}
