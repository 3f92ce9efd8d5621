import type { StoredItems } from './storedItems.ts'

/** The storage of the wallet origin's items, shared by the tabs of one top-level site. Fails with STORAGE_BLOCKED. */
export type SessionStore = {
  read(): Promise<StoredItems>
  /** One atomic step: no other write comes between `change`'s input and its output. Resolves with the stored items. */
  update(change: (items: StoredItems) => StoredItems): Promise<StoredItems>
}
