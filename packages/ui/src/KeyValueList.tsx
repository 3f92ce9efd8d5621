import type { ReactNode } from 'react'

/** `KeyValue` elements only, since the list is a `<dl>`. */
export type KeyValueListProps = { children: ReactNode }

/** Facts one under the other, divided by hairlines. */
export function KeyValueList({ children }: KeyValueListProps) {
  return <dl part="facts">{children}</dl>
}
