import type { SessionStore } from './sessionStore.ts'
import { noItems, type StoredItems } from './storedItems.ts'

/** A session store for tests: copies in and out, as IndexedDB does. */
export const memorySessionStore = (initial: StoredItems = noItems): SessionStore => {
  let items = initial
  return {
    read: async () => structuredClone(items),
    update: async (change) => {
      items = structuredClone(change(structuredClone(items)))
      return structuredClone(items)
    },
  }
}
