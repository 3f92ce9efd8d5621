import { AppError } from '@latchkey/protocol'

/** Returns the result of a request. */
export const settled = <result>(request: IDBRequest<result>): Promise<result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Runs `work` in a separate transaction and resolves once that is on disk. Fails with STORAGE_BLOCKED. */
export type ObjectStore = <result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<result>,
) => Promise<result>

/** Opens one object store in a separate database. One connection per call, so that no sleeping tab blocks another one's upgrade. */
export const openObjectStore = (databaseName: string, storeName: string): ObjectStore => {
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    return settled(request)
  }
  return async (mode, work) => {
    try {
      const database = await open()
      try {
        const transaction = database.transaction(storeName, mode)
        const done = new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onabort = () => reject(transaction.error)
        })
        const [result] = await Promise.all([work(transaction.objectStore(storeName)), done])
        return result
      } finally {
        database.close()
      }
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('STORAGE_BLOCKED', { cause })
    }
  }
}
