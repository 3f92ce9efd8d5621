import type { Namespace } from './Caller.ts'
import type { LoginAt } from './openAccount.ts'

/** The signed-in user, as this document knows them. */
export type Account = {
  sessionId: string
  userId: string
  email: string | null
  /** The provider that they have signed in with; null for email. */
  login: LoginAt | null
  walletId: string
  /** The first address of each namespace: EIP-55, and base58. */
  addresses: Readonly<Record<Namespace, string>>
}

export type SessionState =
  | { kind: 'signedOut' }
  /** Signed in; the vault has no key in memory. */
  | { kind: 'locked'; account: Account }
  /** Signed in and ready to sign. */
  | { kind: 'unlocked'; account: Account }
