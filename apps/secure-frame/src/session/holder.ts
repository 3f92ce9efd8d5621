import type { LoginProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import type { SessionStore } from './sessionStore.ts'
import type { StoredItems, StoredSession } from './storedItems.ts'

type Holder = NonNullable<StoredItems['holder']>

/** Whose wallet the vault holds, once this session is open, and `linked` was added to its account. A sign-in at a provider proves no email, and changes none. */
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

/** How somebody signs in: what they typed, or the provider that they chose. Whom they are at the provider only the services say. */
export type EntryWay = { readonly email: string } | { readonly provider: LoginProvider }

/**
 * Stops a sign-in that leads to another account than the one whose wallet this browser's vault holds, by a way in which its user has
 * signed in here: they would see an address that is not theirs. By another email, or at another provider, it is another account that was
 * asked for. Throws ACCOUNT_MISMATCH.
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
