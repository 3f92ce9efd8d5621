import type { AccountTransaction } from '@latchkey/api-client'

export type Month = {
  /** Year and month in the reader's time zone, such as `2026-11`. */
  readonly key: string
  /** In the user's locale, such as `November 2026`. */
  readonly name: string
  readonly transactions: readonly AccountTransaction[]
}

/** Groups transactions by the month in which they were mined, in their order. `locale` and `timeZone` default to the user's. */
export const groupByMonth = (
  transactions: readonly AccountTransaction[],
  locale?: string,
  timeZone?: string,
): readonly Month[] => {
  const zone = timeZone === undefined ? {} : { timeZone }
  const name = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', ...zone })
  const key = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', ...zone })
  const groups = Map.groupBy(transactions, ({ metadata }) => key.format(new Date(metadata.minedAt)))
  return [...groups].map(([month, group]) => ({
    key: month,
    name: name.format(new Date(group[0]?.metadata.minedAt ?? 0)),
    transactions: group,
  }))
}
