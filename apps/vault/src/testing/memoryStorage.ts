import { emptyContents, type VaultContents, type VaultStorage } from '../storage/vaultStorage.ts'

/** Storage for tests: copies on the way in and out, as IndexedDB does. */
export const memoryStorage = (): VaultStorage => {
  let contents: VaultContents = emptyContents
  return {
    read: async () => structuredClone(contents),
    update: async (change) => {
      contents = structuredClone(change(structuredClone(contents)))
      return structuredClone(contents)
    },
  }
}
