import type { VaultConfig } from '@latchkey/vault-protocol'
import type { Person } from '../screens/questions.ts'
import type { Bytes } from '../secrets.ts'
import type { VaultStorage } from '../storage/vaultStorage.ts'
import type { Clock } from './clock.ts'

/** Everything that the vault takes from its environment. */
export type VaultDependencies = {
  config: VaultConfig
  storage: VaultStorage
  clock: Clock
  /** Returns cryptographically secure random bytes, in a fresh buffer. */
  random: (length: number) => Bytes
  /** Runs one at a time among all vault workers of this partition. A crashed worker releases its turn. */
  exclusively: <result>(work: () => Promise<result>) => Promise<result>
  /** The other vault workers of this partition. */
  peers: {
    /** Notifies them that this device has left its wallet. */
    announce(): void
    listen(onAnnounced: () => void): void
  }
  /** The user at the vault's document. */
  person: Person
}
