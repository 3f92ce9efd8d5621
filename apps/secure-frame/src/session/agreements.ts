import { AppError, isAppError } from '@latchkey/protocol'
import { letsKnow, withAccountType, withConsent, withScopes } from './consents.ts'
import { type CurrentSession, callerOf } from './currentSession.ts'
import type { PageChains } from './pageChains.ts'
import type { Session, SessionDeps } from './Session.ts'
import type { Account } from './SessionState.ts'
import type { StoredSession } from './storedItems.ts'

type Agreements = Pick<Session, 'resume' | 'findPerson' | 'agree' | 'preferAccount' | 'letsKnow' | 'letKnow'>

type AgreementsOptions = {
  current: CurrentSession
  unlockFor: (account: Account) => Promise<unknown>
  /** The chains of a page before anyone signed in. */
  chainsBeforeLogin: () => PageChains
}

/** For a login at a provider, the email is the provider's and proves nothing. */
const isSameEmail = (session: StoredSession | null, email: string): session is StoredSession =>
  session?.login === null && session.email?.toLowerCase() === email.trim().toLowerCase()

/** The user's consents on a page: to sign in there, the account type, and the data that the page receives. */
export const createAgreements = (
  deps: Pick<SessionDeps, 'store' | 'tellTabs'>,
  { current, unlockFor, chainsBeforeLogin }: AgreementsOptions,
): Agreements => {
  const { store } = deps
  const { look, guard, confirm, accountFor } = current
  return {
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
          ? { ...items, consents: withConsent(items, page, person.userId, chainsBeforeLogin()) }
          : items,
      )
      const account = await look(items)
      if (account?.sessionId !== person.sessionId) throw new AppError('UNAUTHORIZED')
      deps.tellTabs()
      return callerOf(page, account, 'eip155')
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
  }
}
