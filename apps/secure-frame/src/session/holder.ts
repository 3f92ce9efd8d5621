import { AppError } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import type { SessionStore } from './sessionStore.ts'
import type { StoredItems, StoredSession } from './storedItems.ts'

/** Whose wallet the vault holds, once this session is open. A sign-in at a provider proves no email, and changes none. */
export const holderOf = (
  { holder }: StoredItems,
  { userId, email, login }: StoredSession,
): NonNullable<StoredItems['holder']> | null => {
  if (login === null && email !== null) return { userId, email }
  return holder?.userId === userId ? holder : null
}

/**
 * Stops a sign-in by email that leads to another account than the one whose wallet this browser's vault holds for that email: the vault
 * would leave that wallet, and the person would see an address that is not theirs. Throws ACCOUNT_MISMATCH.
 */
export const requireSameAccount = async (
  { store, vault }: { store: Pick<SessionStore, 'read'>; vault: Pick<Vault, 'status'> },
  { userId, email }: { userId: string; email: string },
): Promise<void> => {
  const { holder, session } = await store.read()
  // Of the release before, while its session lasts.
  const held = holder ?? (session === null || session.login !== null ? null : session)
  if (held === null || held.userId === userId || held.email?.toLowerCase() !== email.toLowerCase()) return
  const { wallet } = await vault.status(undefined)
  if (wallet?.record.userId === held.userId) throw new AppError('ACCOUNT_MISMATCH')
}
