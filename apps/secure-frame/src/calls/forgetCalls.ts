import { openObjectStore, settled } from '../storage/openObjectStore.ts'

export const callsDatabase = { name: 'latchkey-calls', store: 'calls' } as const

/** Nothing of what anybody has sent from here stays behind. Apart from the store: it is needed where that was never loaded. */
export const forgetCalls = (): Promise<void> =>
  openObjectStore(callsDatabase.name, callsDatabase.store)('readwrite', (store) => settled(store.clear()))
