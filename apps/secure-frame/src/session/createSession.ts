import { AppError, isAppError } from '@latchkey/protocol'
import { isAgreed, letsKnow, withAccountType, withConsent, withScopes } from './consents.ts'
import { createPageChains } from './createPageChains.ts'
import { callerOf, createCurrentSession } from './currentSession.ts'
import { finishLeftChange } from './finishLeftChange.ts'
import { holderOf } from './holder.ts'
import { namespaceOf } from './pageChains.ts'
import type { Session, SessionDeps } from './Session.ts'
import { createSignIns } from './signIns.ts'
import { createSignOut } from './signOut.ts'
import { type StoredSession, withRevocations } from './storedItems.ts'
import { createVaultUse } from './vaultUse.ts'
import { within } from './within.ts'

/** How long IS_CONNECTED waits for the vault, in milliseconds. */
const vaultPatienceMs = 5_000

/** Of a login at a provider the email is what the provider says, and proves nothing. */
const isSameEmail = (session: StoredSession | null, email: string): session is StoredSession =>
  session?.login === null && session.email?.toLowerCase() === email.trim().toLowerCase()

/**
 * Who is signed in and what they have agreed to. The store is the truth, shared by all tabs of the site; this document
 * holds only the access token and what it has already seen of the store.
 */
export const createSession = (deps: SessionDeps): Session => {
  const { api, store } = deps
  const current = createCurrentSession(deps)
  const { look, guard, confirm, accountFor, authorised } = current
  const { beforeLogin, ...chains } = createPageChains(store, deps.defaultChainId)
  const { unlockFor, ...vaultUse } = createVaultUse(deps, current)

  const rename = async (sessionId: string, email: string): Promise<void> => {
    const items = await store.update((items) =>
      items.session?.sessionId === sessionId
        ? {
            ...items,
            session: { ...items.session, email },
            holder: holderOf(items, { ...items.session, email, login: null }),
          }
        : items,
    )
    await look(items)
    deps.tellTabs()
  }

  return {
    ...createSignIns(deps, { current, chainsBeforeLogin: beforeLogin }),
    ...createSignOut(deps, current),
    ...chains,
    ...vaultUse,
    async caller(page, namespace) {
      const caller = await guard(page, namespace)
      if (caller === null) throw new AppError('UNAUTHORIZED')
      return caller
    },
    async callerOn(page, chainId) {
      const caller = await guard(page, namespaceOf(chainId), chainId)
      if (caller === null) throw new AppError('UNAUTHORIZED')
      return caller
    },
    async preferAccount(page, accountType) {
      await store.update((items) => withAccountType(items, page, accountType))
    },
    async letsKnow(caller, scopes) {
      return letsKnow(await store.read(), caller, scopes)
    },
    async letKnow(caller, scopes) {
      await store.update((items) => withScopes(items, caller, scopes))
      await accountFor(caller)
    },
    async isConnected(page) {
      const items = await store.read()
      if (!isAgreed(items, page)) return false
      try {
        const caller = await within(vaultPatienceMs, guard(page))
        if (caller !== null) await confirm(caller.sessionId)
        return caller !== null
      } catch (error) {
        return !isAppError(error, 'SESSION_EXPIRED')
      }
    },
    async resume(page, email) {
      const caller = await guard(page)
      if (caller === null || !isSameEmail((await store.read()).session, email)) return false
      try {
        await unlockFor(await accountFor(caller))
        return true
      } catch (error) {
        if (!isAppError(error, 'SESSION_EXPIRED')) throw error
        return false
      }
    },
    async findPerson(email) {
      const items = await store.read()
      if (!isSameEmail(items.session, email)) return null
      const person = await look(items)
      if (person === null) return null
      try {
        await confirm(person.sessionId)
      } catch (error) {
        if (isAppError(error, 'SESSION_EXPIRED')) return null
      }
      return person
    },
    async agree(page, person) {
      const items = await store.update((items) =>
        items.session?.sessionId === person.sessionId
          ? { ...items, consents: withConsent(items, page, person.userId, beforeLogin()) }
          : items,
      )
      const account = await look(items)
      if (account?.sessionId !== person.sessionId) throw new AppError('UNAUTHORIZED')
      deps.tellTabs()
      return callerOf(page, account, 'eip155')
    },
    async email(caller) {
      return (await accountFor(caller)).email
    },
    async login(caller) {
      return (await accountFor(caller)).login
    },
    async revokeDevice(caller, deviceId) {
      const { sessionId, userId } = await accountFor(caller)
      await authorised(sessionId)('revokeDevice', { deviceId })
      await store.update((items) => ({ ...items, revocations: withRevocations(items, userId, [deviceId]) }))
    },
    renameEmail: ({ sessionId }, email) => rename(sessionId, email),
    finishLeft: () => finishLeftChange({ api, store, authorised, rename }),
    async call(caller, name, request) {
      const { sessionId } = await accountFor(caller)
      return await authorised(sessionId)(name, request)
    },
    async refresh() {
      await look(await store.read())
      return current.state()
    },
  }
}
