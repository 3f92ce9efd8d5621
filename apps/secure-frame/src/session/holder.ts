import type { LoginProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import type { SessionStore } from './sessionStore.ts'
import type { StoredItems, StoredSession } from './storedItems.ts'

type Holder = NonNullable<StoredItems['holder']>

/** Returns the vault's holder once this session is open, with `linked` added. A sign-in at a provider proves no email, and changes none. */
export const holderOf = (
  { holder }: StoredItems,
  { userId, email, login }: StoredSession,
  linked: EntryWay | null = null,
): Holder => {
  const former = holder?.userId === userId ? holder : { email: null, providers: [] }
  const also = linked !== null && 'provider' in linked ? [linked.provider] : []
  const providers = [...new Set([...former.providers, ...(login === null ? [] : [login.provider]), ...also])]
  if (login === null) return { ...former, userId, email, providers }
  return { ...former, userId, providers, ...(linked !== null && 'email' in linked && { email: linked.email }) }
}

/** The user's sign-in method: the typed email, or the chosen provider. Only the services know the identity at the provider. */
export type EntryWay = { readonly email: string } | { readonly provider: LoginProvider }

/**
 * Stops a sign-in that leads to another account than the one whose wallet this browser's vault holds, with a sign-in method that its user
 * has used here: they would see an address that is not theirs. Another email or another provider means that another account was requested.
 * Throws ACCOUNT_MISMATCH.
 */
export const requireSameAccount = async (
  { store, vault }: { store: Pick<SessionStore, 'read'>; vault: Pick<Vault, 'status'> },
  { userId, by }: { userId: string; by: EntryWay },
): Promise<void> => {
  const { holder: held } = await store.read()
  if (held == null || held.userId === userId) return
  const isTheirWay =
    'email' in by ? held.email?.toLowerCase() === by.email.toLowerCase() : held.providers.includes(by.provider)
  if (!isTheirWay) return
  const { wallet } = await vault.status(undefined)
  if (wallet?.record.userId === held.userId) throw new AppError('ACCOUNT_MISMATCH')
}
