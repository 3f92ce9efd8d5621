import { AppError, isAppError } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { withConsent } from './consents.ts'
import { type CurrentSession, callerOf } from './currentSession.ts'
import type { Found } from './findAccount.ts'
import { type Entered, linkFound } from './foundAccount.ts'
import { type EntryWay, holderOf } from './holder.ts'
import type { Login } from './openAccount.ts'
import type { PageChains } from './pageChains.ts'
import type { SessionDeps } from './Session.ts'
import type { Account } from './SessionState.ts'
import { afterEnding, endOf, endsBeside, type StoredSession } from './storedItems.ts'
import { within } from './within.ts'

/** The time limit for delivering revocations to the service, in milliseconds. */
const reportTimeoutMs = 1_500

export type Enter = (
  page: Page,
  login: { finish: () => Promise<Login>; drop: () => void },
  signal: AbortSignal | undefined,
  linked?: Found | null,
) => Promise<Entered>

type EnteringDeps = Pick<SessionDeps, 'api' | 'vault' | 'store' | 'lock'> & {
  current: CurrentSession
  /** The chains of a page before anyone signed in. */
  chainsBeforeLogin: () => PageChains
  /** Drops the sign-ins that were started in other ways. */
  dropOthers: () => void
}

/** Ends a sign-in with a session for the page, with consent. Aborting drops the sign-in. `linked`: another login of the same user. */
export const createEntering = (deps: EnteringDeps): Enter => {
  const { api, vault, store, lock, current, chainsBeforeLogin, dropOthers } = deps
  /** Reports revocations to a service that may have been restored from an older backup. A failure is retried at the next sign-in. */
  const reportRevocations = async ({ userId, sessionId }: Account): Promise<void> => {
    const { revocations } = await store.read()
    const revokedDeviceIds = revocations.filter((one) => one.userId === userId).map(({ deviceId }) => deviceId)
    if (revokedDeviceIds.length === 0) return
    await within(reportTimeoutMs, current.authorised(sessionId)('reportDevice', { revokedDeviceIds })).catch(
      () => undefined,
    )
  }

  return async (page, login, signal, linked = null) =>
    lock('latchkey-ends', async () => {
      const drop = (): void => {
        login.drop()
        void vault.closeScreen(undefined).catch(() => undefined)
      }
      signal?.addEventListener('abort', drop)
      const finish = async (): Promise<Login> => {
        try {
          const finished = await login.finish()
          signal?.throwIfAborted()
          return finished
        } catch (error) {
          if (!signal?.aborted && !isAppError(error, 'ABORTED')) throw error
          // It may have gone as far as to open the vault.
          if (current.state().kind === 'signedOut') await vault.lock(undefined)
          throw new AppError('ABORTED', { cause: error })
        } finally {
          signal?.removeEventListener('abort', drop)
        }
      }
      const { tokens: first, wallet, custodyToken, ...person } = await finish()
      const failure = linked === null ? null : await linkFound(api, linked.proof, { tokens: first, custodyToken })
      const sessionId = crypto.randomUUID()
      const session: StoredSession = { sessionId, ...person, refreshToken: first.refreshToken }
      await store.update((items) => {
        const former = items.session
        // Another user was signed in here: they are signed out.
        const kept = former !== null && former.userId !== session.userId ? afterEnding(items, 'signOut') : items
        const ends = former === null ? kept.pendingEnds : [...kept.pendingEnds, endOf(former)]
        const consents = withConsent(kept, page, session.userId, chainsBeforeLogin())
        const holder = holderOf(items, session, linked === null || failure !== null ? null : wayOf(linked))
        return { ...kept, session, consents, pendingEnds: endsBeside(ends, session), holder, emailChange: null }
      })
      // The user has not chosen any other sign-in that was started.
      dropOthers()
      const account = await current.adopt(session, wallet, first)
      await reportRevocations(account)
      return { caller: callerOf(page, account, 'eip155'), failure }
    })
}

/** Returns the user's other sign-in method, once it is linked. */
const wayOf = ({ account, proof }: Found): EntryWay =>
  'provider' in proof ? { provider: proof.provider } : { email: account.email }
