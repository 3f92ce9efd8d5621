import type { ReactNode } from 'react'

/** A row of a `KeyValueList`: `label` is its term, `children` its value. */
export type KeyValueProps = {
  label: ReactNode
  children: ReactNode
  /** Long values are placed under their label. */
  stacked?: boolean
}

/** One key and value; used in a KeyValueList. */
export function KeyValue({ label, children, stacked = false }: KeyValueProps) {
  return (
    <div part="fact" data-stacked={stacked || undefined}>
      <dt part="fact-label">{label}</dt>
      <dd part="fact-value">{children}</dd>
    </div>
  )
}
