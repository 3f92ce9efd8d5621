import type { VaultStorage } from '../storage/vaultStorage.ts'
import { memoryStorage } from './memoryStorage.ts'
import { storageContract } from './storageContract.ts'

const places = new Map<string, VaultStorage>()

storageContract('memory', (name) => {
  const storage = places.get(name) ?? memoryStorage()
  places.set(name, storage)
  return storage
})
