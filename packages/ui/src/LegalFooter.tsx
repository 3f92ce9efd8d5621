import type { ReactNode } from 'react'

export type LegalFooterProps = { children: ReactNode }

/** The small print under a view: a sentence with Links in it. */
export function LegalFooter({ children }: LegalFooterProps) {
  return <div part="legal">{children}</div>
}
