import type { ReactNode } from 'react'

/** The buttons, the primary one last. */
export type ButtonRowProps = { children: ReactNode }

/** Buttons on one line, all of one size: Reject and Confirm. */
export function ButtonRow({ children }: ButtonRowProps) {
  return <div part="buttons">{children}</div>
}
