import { AppError } from '@latchkey/protocol/errors'
import { emptyContents, type VaultContents, type VaultStorage } from './vaultStorage.ts'

const store = 'vault'
const key = 'contents'

const settled = <result>(request: IDBRequest<result>): Promise<result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Resolves when the transaction is on disk, rejects when it was rolled back. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

const openDatabase = (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return settled(request)
}

/**
 * The vault's storage in IndexedDB, one database per partition. Each call opens and closes a separate connection: a sleeping tab with an
 * open one would block another tab's upgrade, and opening costs less than a millisecond.
 */
export const indexedDbStorage = (name: string): VaultStorage => {
  const within = async <result>(
    mode: IDBTransactionMode,
    work: (objects: IDBObjectStore) => Promise<result>,
  ): Promise<result> => {
    try {
      const database = await openDatabase(name)
      try {
        // `strict`: a share must not be sent to an authority before its counterpart is on disk.
        const transaction = database.transaction(store, mode, { durability: 'strict' })
        const [result] = await Promise.all([work(transaction.objectStore(store)), committed(transaction)])
        return result
      } finally {
        database.close()
      }
    } catch (cause) {
      // The browser's errors here are DOMExceptions; others come from the caller's change.
      throw cause instanceof DOMException ? new AppError('STORAGE_BLOCKED', { cause }) : cause
    }
  }
  const latest = async (objects: IDBObjectStore): Promise<VaultContents> =>
    (await settled<VaultContents | undefined>(objects.get(key))) ?? emptyContents

  return {
    read: () => within('readonly', latest),
    update: (change) =>
      within('readwrite', async (objects) => {
        const next = change(await latest(objects))
        await settled(objects.put(next, key))
        return next
      }),
  }
}
