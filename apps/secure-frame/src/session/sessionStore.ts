import type { StoredItems } from './storedItems.ts'

/** Where the wallet origin keeps its items; shared by the tabs of one top-level site. Fails with STORAGE_BLOCKED. */
export type SessionStore = {
  read(): Promise<StoredItems>
  /** One atomic step: nobody writes between `change`'s input and its output. Resolves with what is stored then. */
  update(change: (items: StoredItems) => StoredItems): Promise<StoredItems>
}
