import type { VaultConfig } from '@latchkey/vault-protocol'
import type { Person } from '../screens/questions.ts'
import type { Bytes } from '../secrets.ts'
import type { VaultStorage } from '../storage/vaultStorage.ts'
import type { Clock } from './clock.ts'

/** Everything the vault takes from its surroundings. */
export type VaultDependencies = {
  config: VaultConfig
  storage: VaultStorage
  clock: Clock
  /** Cryptographically secure random bytes, in a fresh buffer. */
  random: (length: number) => Bytes
  /** One at a time among all vault workers of this partition. A worker that dies gives way. */
  exclusively: <result>(work: () => Promise<result>) => Promise<result>
  /** The other vault workers of this partition. */
  peers: {
    /** Tell them that this device has left its wallet. */
    announce(): void
    listen(onAnnounced: () => void): void
  }
  /** Whoever sits before the vault's document. */
  person: Person
}
