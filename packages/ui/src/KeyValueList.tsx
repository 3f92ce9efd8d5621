import type { ReactNode } from 'react'

/** `KeyValue` elements only, since the list is a `<dl>`. */
export type KeyValueListProps = { children: ReactNode }

/** Keys and values in rows, divided by hairlines. */
export function KeyValueList({ children }: KeyValueListProps) {
  return <dl part="facts">{children}</dl>
}
