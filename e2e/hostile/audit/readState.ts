import type { Realm } from '../stage/Tab.ts'

/**
 * Returns session and consents as the wallet document stores them, as text. The refresh token is left out: it rotates whenever a wallet is
 * opened.
 */
export const readState = (wallet: Realm): Promise<string> =>
  wallet.evaluate(async () => {
    const settled = <result>(request: IDBRequest<result>): Promise<result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const stores: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const values = await settled(database.transaction(store).objectStore(store).getAll())
        // A lookup creates a store, and leaves it empty.
        if (values.length > 0) stores.push(name, store, values)
      }
      database.close()
    }
    return JSON.stringify(stores, (key, value) => (key === 'refreshToken' ? undefined : value))
  }, undefined)
