import type { ReactNode } from 'react'

export type ButtonRowProps = { children: ReactNode }

/** Buttons on one line, all of one size: Reject and Confirm. */
export function ButtonRow({ children }: ButtonRowProps) {
  return <div part="buttons">{children}</div>
}
