import { openObjectStore, settled } from '../storage/openObjectStore.ts'

export const callsDatabase = { name: 'latchkey-calls', store: 'calls' } as const

/** Deletes all stored calls. Separate from the store: it is needed where that was never loaded. */
export const forgetCalls = (): Promise<void> =>
  openObjectStore(callsDatabase.name, callsDatabase.store)('readwrite', (store) => settled(store.clear()))
