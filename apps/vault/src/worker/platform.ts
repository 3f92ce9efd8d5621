import { AppError } from '@latchkey/protocol/errors'
import { systemClock } from '../custody/clock.ts'
import type { VaultDependencies } from '../custody/dependencies.ts'
import { indexedDbStorage } from '../storage/indexedDbStorage.ts'

const partition = 'latchkey-vault'

/** The vault's environment in a browser's worker: IndexedDB, Web Locks and a BroadcastChannel, one of each per partition. */
export const browserPlatform = (): Omit<VaultDependencies, 'config' | 'person'> => ({
  storage: indexedDbStorage(partition),
  clock: systemClock,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  exclusively,
  peers: broadcast(),
})

const exclusively: VaultDependencies['exclusively'] = async (work) => {
  let begun = false
  try {
    return await navigator.locks.request(partition, () => {
      begun = true
      return work()
    })
  } catch (cause) {
    // Rejected before any work: locks belong to the storage that the browser blocks.
    throw begun ? cause : new AppError('STORAGE_BLOCKED', { cause })
  }
}

const broadcast = (): VaultDependencies['peers'] => {
  const channel = new BroadcastChannel(partition)
  return {
    announce: () => channel.postMessage('left'),
    listen: (onAnnounced) => channel.addEventListener('message', onAnnounced),
  }
}
