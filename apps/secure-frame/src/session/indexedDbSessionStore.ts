import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { SessionStore } from './sessionStore.ts'
import { noItems, type StoredItems, storedItems } from './storedItems.ts'

const objects = 'session'
const key = 'items'

const settled = <result>(request: IDBRequest<result>): Promise<result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const open = (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(objects)
  return settled(request)
}

/** Items of another version of this document, or that somebody has meddled with, are no items. */
const parse = (found: unknown): StoredItems => {
  const parsed = z.safeParse(storedItems, found)
  return parsed.success ? parsed.data : noItems
}

/** The session store of a browser. A connection a call, so that no sleeping tab blocks another one's upgrade. */
export const indexedDbSessionStore = (name: string): SessionStore => {
  const within = async (
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<StoredItems>,
  ): Promise<StoredItems> => {
    try {
      const database = await open(name)
      try {
        const transaction = database.transaction(objects, mode)
        const done = new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onabort = () => reject(transaction.error)
        })
        const [items] = await Promise.all([work(transaction.objectStore(objects)), done])
        return items
      } finally {
        database.close()
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('STORAGE_BLOCKED', { cause })
    }
  }
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
