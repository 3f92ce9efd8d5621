import type { Vault } from '@latchkey/vault-protocol'
import { createVault } from '../custody/createVault.ts'
import type { VaultDependencies } from '../custody/dependencies.ts'
import { createAnsweringPerson } from './answeringPerson.ts'
import { manualClock } from './manualClock.ts'
import { memoryStorage } from './memoryStorage.ts'
import type { TestAuthorities } from './testAuthorities.ts'

/** Vault workers in one process that share storage, lock and peers, like tabs of one partition. */
export type Partition = Pick<VaultDependencies, 'storage' | 'exclusively'> & {
  peers(): VaultDependencies['peers']
}

export const testPartition = (storage = memoryStorage()): Partition => {
  let queue: Promise<unknown> = Promise.resolve()
  const listeners = new Map<object, () => void>()
  return {
    storage,
    exclusively: (work) => {
      const turn = queue.then(work)
      queue = turn.catch(() => {})
      return turn
    },
    peers: () => {
      const self = {}
      return {
        announce: () => {
          for (const [peer, listener] of listeners) if (peer !== self) listener()
        },
        listen: (listener) => listeners.set(self, listener),
      }
    },
  }
}

/** The vault of one worker. Its handlers take parsed input, so it can stand in for the client's vault. */
export const testVault = (
  { config }: Pick<TestAuthorities, 'config'>,
  { storage, exclusively, peers }: Partition = testPartition(),
  changed: Partial<VaultDependencies> = {},
): Vault =>
  createVault({
    config,
    storage,
    exclusively,
    peers: peers(),
    clock: manualClock(),
    person: createAnsweringPerson().person,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ...changed,
  }) as Vault
