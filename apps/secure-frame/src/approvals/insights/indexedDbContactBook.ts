import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { type ContactBook, maxContacts, withContacts } from './contactBook.ts'

const objects = 'contacts'
const stored = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))).check(z.maxLength(maxContacts))

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

/** A list that somebody has meddled with is no list. */
const parse = (found: unknown): string[] => {
  const parsed = z.safeParse(stored, found)
  return parsed.success ? parsed.data : []
}

/** The contact book of a browser, one list an account. A connection a call, so that no sleeping tab blocks another one. */
export const indexedDbContactBook = (name: string): ContactBook => {
  const within = async <result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<result>,
  ): Promise<result> => {
    try {
      const database = await open(name)
      try {
        const transaction = database.transaction(objects, mode)
        const done = new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onabort = () => reject(transaction.error)
        })
        const [result] = await Promise.all([work(transaction.objectStore(objects)), done])
        return result
      } finally {
        database.close()
      }
    } catch (cause) {
      throw new AppError('STORAGE_BLOCKED', { cause })
    }
  }
  return {
    list: (account) => within('readonly', async (store) => parse(await settled(store.get(account)))),
    remember: (account, addresses) =>
      within('readwrite', async (store) => {
        const list = withContacts(parse(await settled(store.get(account))), addresses)
        await settled(store.put(list, account))
      }),
    forget: () => within('readwrite', (store) => settled(store.clear())),
  }
}
