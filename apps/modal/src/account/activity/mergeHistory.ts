import type { AccountTransaction } from '@latchkey/api-client'
import type { HistoryPage } from '../AccountApi.ts'

/** A cached history; `next`: the cursor after it, null at its end. */
export type History = { readonly items: readonly AccountTransaction[]; readonly next: string | null }

const without = (items: readonly AccountTransaction[], others: readonly AccountTransaction[]) => {
  const ids = new Set(others.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

/**
 * Merges a newly read first page with the cached history, up to where they overlap. Without an overlap the cache is discarded and read
 * again.
 */
export const putFirst = (known: History, page: HistoryPage): History => {
  const older = without(known.items, page.data)
  const meets = older.length < known.items.length
  // Pending and reorganized transactions are where the new page has them, or no longer exist.
  const lastIndex = known.items.findLastIndex(({ id }) => page.data.some((fresh) => fresh.id === id))
  if (!meets || page.next === null) return { items: page.data, next: page.next }
  // An end that was reached may not be final: the backend may have read older transactions since. It is requested again from here.
  const next = known.next ?? page.next
  return { items: [...page.data, ...without(known.items.slice(lastIndex + 1), page.data)], next }
}

/** Appends the next page. */
export const append = (known: History, page: HistoryPage): History => ({
  items: [...known.items, ...without(page.data, known.items)],
  next: page.next,
})
