import type { SessionTokens, WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import { createAccessTokens } from './accessTokens.ts'
import { asCaller, type Caller, type Namespace } from './Caller.ts'
import type { CallAuthorised } from './callApi.ts'
import { accountTypeOn, isAgreed } from './consents.ts'
import type { SessionDeps } from './Session.ts'
import type { Account, SessionState } from './SessionState.ts'
import { afterEnding, type StoredItems, type StoredSession } from './storedItems.ts'
import { within } from './within.ts'

/** How long it is waited for the service to say whether a session is still good, in milliseconds. */
const confirmPatienceMs = 1_500

export type CurrentSession = ReturnType<typeof createCurrentSession>

/** What the service says when a session is over, or its device key is gone. */
const isOver = (error: unknown): boolean => isAppError(error, 'SESSION_EXPIRED') || isAppError(error, 'PROOF_INVALID')

/** The session as this document knows it, beside the store, which is the truth and shared by all tabs of the site. */
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

  /** End the session unless a newer one has replaced it. */
  const end = async (sessionId: string): Promise<void> => {
    await store.update((items) => (items.session?.sessionId === sessionId ? afterEnding(items, 'expiry') : items))
    await leave('expiry')
    deps.tellTabs()
  }

  /** Bring the state in line with the store. Returns the signed-in user's account; null without one. */
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

  const endWhenOver = async <result>(sessionId: string, work: Promise<result>): Promise<result> => {
    try {
      return await work
    } catch (error) {
      if (!isOver(error)) throw error
      await end(sessionId)
      throw new AppError('SESSION_EXPIRED', { cause: error })
    }
  }

  return {
    state: () => state,
    leave,
    end,
    look,
    /** The signed-in user on a page that they have agreed to; null otherwise. `chainId`: with the kind of account that they would have there. */
    async guard(page: Page, namespace: Namespace = 'eip155', chainId?: string): Promise<Caller | null> {
      const items = await store.read()
      // Before service and vault are asked: how long this takes must not tell a page whether a user is signed in.
      if (items.session !== null && !isAgreed(items, page)) return null
      const account = await look(items)
      if (account === null) return null
      const isSmart = chainId !== undefined && accountTypeOn(items, page) === 'smartAccount'
      const smartAccount = isSmart ? await deps.smartAccountOn(chainId, account.addresses.eip155) : null
      return callerOf(page, account, namespace, smartAccount)
    },
    /** Fails with SESSION_EXPIRED when the service says so, and TIMEOUT when it says nothing for a while. */
    confirm: (sessionId: string): Promise<unknown> =>
      within(confirmPatienceMs, endWhenOver(sessionId, tokens.current(sessionId))),
    /** Fails with UNAUTHORIZED when another session, or none, has come after the caller's. */
    async accountFor(caller: Caller): Promise<Account> {
      const account = await look(await store.read())
      if (account?.sessionId !== caller.sessionId) throw new AppError('UNAUTHORIZED')
      return account
    },
    /** Calls in the name of a session. */
    authorised:
      (sessionId: string): CallAuthorised =>
      async (name, request) => {
        const accessToken = await endWhenOver(sessionId, tokens.current(sessionId))
        try {
          return await api(name, request, { accessToken })
        } catch (error) {
          if (!isOver(error)) throw error
        }
        // The token was too old, the session is over, or it is the request that has expired: the service renews the token
        // in the first case and in the last.
        return await api(name, request, { accessToken: await endWhenOver(sessionId, tokens.renew(sessionId)) })
      },
    /** A session that was just stored takes the place of the one before. */
    async adopt(session: StoredSession, wallet: WalletRecord, first: SessionTokens): Promise<Account> {
      if (state.kind !== 'signedOut') deps.onEnd('signOut')
      tokens.adopt(session.sessionId, first)
      const { unlocked } = await vault.status(undefined)
      const account = accountOf(session, wallet)
      state = { kind: unlocked ? 'unlocked' : 'locked', account }
      deps.tellTabs()
      return account
    },
    /** The vault has the key of this account in memory, or has dropped it. */
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
