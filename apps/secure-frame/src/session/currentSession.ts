import type { SessionTokens, WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import { createAccessTokens } from './accessTokens.ts'
import { asCaller, type Caller, type Namespace } from './Caller.ts'
import { accountTypeOn, isAgreed } from './consents.ts'
import type { SessionDeps } from './Session.ts'
import type { Account, SessionState } from './SessionState.ts'
import { createSessionCalls } from './sessionCalls.ts'
import { afterEnding, type StoredItems, type StoredSession } from './storedItems.ts'

export type CurrentSession = ReturnType<typeof createCurrentSession>

/** The session as this document knows it; the store is the source of truth, shared by all tabs of the site. */
export const createCurrentSession = (deps: SessionDeps) => {
  const { api, vault, store } = deps
  const tokens = createAccessTokens(deps)
  let state: SessionState = { kind: 'signedOut' }

  const leave = async (ending: 'signOut' | 'expiry'): Promise<void> => {
    if (state.kind === 'signedOut') return
    state = { kind: 'signedOut' }
    tokens.forget()
    deps.onEnd(ending)
    await vault.lock(undefined)
  }

  /** Ends the session unless a newer one has replaced it. */
  const end = async (sessionId: string): Promise<void> => {
    await store.update((items) => (items.session?.sessionId === sessionId ? afterEnding(items, 'expiry') : items))
    await leave('expiry')
    deps.tellTabs()
  }

  /** Updates the state from the store. Returns the signed-in user's account; null without one. */
  const look = async (items: StoredItems): Promise<Account | null> => {
    const { session } = items
    if (session === null) {
      // Another tab did it.
      await leave('signOut')
      return null
    }
    if (state.kind !== 'signedOut' && state.account.sessionId === session.sessionId) {
      if (state.account.email !== session.email) {
        state = { ...state, account: { ...state.account, email: session.email } }
      }
      return state.account
    }
    const { wallet, unlocked } = await vault.status(undefined)
    if (wallet === null || wallet.state !== 'ready' || wallet.record.userId !== session.userId) {
      // The vault's storage was cleared while ours was not: this device has no user.
      await end(session.sessionId)
      return null
    }
    const account = accountOf(session, wallet.record)
    state = { kind: unlocked ? 'unlocked' : 'locked', account }
    return account
  }

  return {
    ...createSessionCalls({ api, tokens, end }),
    state: () => state,
    leave,
    end,
    look,
    /** Returns the signed-in user on a page with consent; null otherwise. `chainId`: with the account of their preferred type there. */
    async guard(page: Page, namespace: Namespace = 'eip155', chainId?: string): Promise<Caller | null> {
      const items = await store.read()
      // Before any request to service or vault: the timing must not reveal to a page whether a user is signed in.
      if (items.session !== null && !isAgreed(items, page)) return null
      const account = await look(items)
      if (account === null) return null
      const isSmart = chainId !== undefined && accountTypeOn(items, page) === 'smartAccount'
      const smartAccount = isSmart ? await deps.smartAccountOn(chainId, account.addresses.eip155) : null
      return callerOf(page, account, namespace, smartAccount)
    },
    /** Fails with UNAUTHORIZED when another session, or none, has replaced the caller's. */
    async accountFor(caller: Caller): Promise<Account> {
      const account = await look(await store.read())
      if (account?.sessionId !== caller.sessionId) throw new AppError('UNAUTHORIZED')
      return account
    },
    /** Replaces the current session with one that was just stored. */
    async adopt(session: StoredSession, wallet: WalletRecord, first: SessionTokens): Promise<Account> {
      if (state.kind !== 'signedOut') deps.onEnd('signOut')
      tokens.adopt(session.sessionId, first)
      const { unlocked } = await vault.status(undefined)
      const account = accountOf(session, wallet)
      state = { kind: unlocked ? 'unlocked' : 'locked', account }
      deps.tellTabs()
      return account
    },
    /** Records that the vault has this account's key in memory, or has dropped it. */
    setUnlocked(account: Account, isUnlocked: boolean): void {
      if (state.kind === 'signedOut' || state.account.sessionId !== account.sessionId) return
      state = { kind: isUnlocked ? 'unlocked' : 'locked', account: state.account }
    },
  }
}

export const callerOf = (
  page: Page,
  { userId, sessionId, addresses }: Account,
  namespace: Namespace,
  smartAccount: SmartAccount | null = null,
): Caller => asCaller(page, { userId, sessionId, address: addresses[namespace] }, smartAccount)

const accountOf = (
  session: StoredSession,
  { walletId, addresses }: Pick<WalletRecord, 'walletId' | 'addresses'>,
): Account => {
  const [eip155] = addresses.eip155
  const [solana] = addresses.solana
  if (eip155 === undefined || solana === undefined) throw new AppError('INTERNAL')
  return {
    sessionId: session.sessionId,
    userId: session.userId,
    email: session.email,
    login: session.login,
    walletId,
    addresses: { eip155, solana },
  }
}
