import type { CallsOwner, CallsStore, KeptCalls } from './CallsStore.ts'

/** A calls store for tests: copies in and out, as IndexedDB does. */
export const memoryCallsStore = (): CallsStore => {
  const lists = new Map<string, readonly KeptCalls[]>()
  const listOf = (owner: CallsOwner) => structuredClone(lists.get(JSON.stringify(owner)) ?? [])
  return {
    find: async (owner, id) => listOf(owner).find((calls) => calls.id === id) ?? null,
    update: async (owner, change) => void lists.set(JSON.stringify(owner), structuredClone(change(listOf(owner)))),
    forget: async () => lists.clear(),
  }
}
