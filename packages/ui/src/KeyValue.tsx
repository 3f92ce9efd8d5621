import type { ReactNode } from 'react'

export type KeyValueProps = {
  label: ReactNode
  children: ReactNode
  /** Long values stand under their label. */
  stacked?: boolean
}

/** One fact; stands in a KeyValueList. */
export function KeyValue({ label, children, stacked = false }: KeyValueProps) {
  return (
    <div className="lk-fact" part="fact" data-stacked={stacked || undefined}>
      <dt className="lk-fact-label" part="fact-label">
        {label}
      </dt>
      <dd className="lk-fact-value" part="fact-value">
        {children}
      </dd>
    </div>
  )
}
