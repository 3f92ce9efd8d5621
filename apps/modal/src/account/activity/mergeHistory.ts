import type { AccountTransaction } from '@latchkey/api-client'
import type { HistoryPage } from '../AccountApi.ts'

/** What is known of a history; `next`: the cursor after it, null at its end. */
export type History = { readonly items: readonly AccountTransaction[]; readonly next: string | null }

const without = (items: readonly AccountTransaction[], others: readonly AccountTransaction[]) => {
  const ids = new Set(others.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

/** A first page that was read anew, before what was known: as far as they meet. What does not meet it is read again. */
export const putFirst = (known: History, page: HistoryPage): History => {
  const older = without(known.items, page.data)
  const meets = older.length < known.items.length
  // What was pending or took part in a reorganisation is where the new page has it, or is no more.
  const lastIndex = known.items.findLastIndex(({ id }) => page.data.some((fresh) => fresh.id === id))
  if (!meets || page.next === null) return { items: page.data, next: page.next }
  // An end that was reached may not be it: the backend may have read more of the past since. From here on it is asked again.
  const next = known.next ?? page.next
  return { items: [...page.data, ...without(known.items.slice(lastIndex + 1), page.data)], next }
}

/** The page after what is known. */
export const append = (known: History, page: HistoryPage): History => ({
  items: [...known.items, ...without(page.data, known.items)],
  next: page.next,
})
