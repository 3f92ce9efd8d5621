import type { ReactNode } from 'react'

export type KeyValueListProps = { children: ReactNode }

/** Facts one under the other, divided by hairlines. */
export function KeyValueList({ children }: KeyValueListProps) {
  return <dl part="facts">{children}</dl>
}
