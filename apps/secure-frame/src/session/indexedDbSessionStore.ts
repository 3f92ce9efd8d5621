import * as z from 'zod/mini'
import { openObjectStore, settled } from '../storage/openObjectStore.ts'
import type { SessionStore } from './sessionStore.ts'
import { noItems, type StoredItems, storedItems } from './storedItems.ts'

const key = 'items'

/** Rejects items of another version of this document, and corrupted ones. */
const parse = (found: unknown): StoredItems => {
  const parsed = z.safeParse(storedItems, found)
  return parsed.success ? parsed.data : noItems
}

/** The session store of a browser. */
export const indexedDbSessionStore = (name: string): SessionStore => {
  const within = openObjectStore(name, 'session')
  return {
    read: () => within('readonly', async (store) => parse(await settled(store.get(key)))),
    update: (change) =>
      within('readwrite', async (store) => {
        const items = change(parse(await settled(store.get(key))))
        await settled(store.put(items, key))
        return items
      }),
  }
}
