import type { WalletRecord } from '@latchkey/api-client'
import { isAgreed } from './consents.ts'
import type { CurrentSession } from './currentSession.ts'
import type { Session, SessionDeps } from './Session.ts'
import { afterEnding, endOf, type StoredSession } from './storedItems.ts'
import { within } from './within.ts'

/** Sign-out time limits: for the response, for delivery, and in total, so that it answers within the client's 3 s, in milliseconds. */
const askTimeoutMs = 1_000
const deliveryTimeoutMs = 1_500
const signOutTimeoutMs = 2_500

/** Ends sessions here, and reports ended sessions to the service. */
export const createSignOut = (
  { api, vault, store, lock, tellTabs }: SessionDeps,
  { leave }: CurrentSession,
): Pick<Session, 'deliverEnds' | 'signOut'> => {
  /** Never while a login is being finished: the service then ends all sessions of a device, whenever they began. */
  const deliverEnds = (): Promise<void> =>
    lock('latchkey-ends', async () => {
      const { pendingEnds } = await store.read()
      // Signing out has deleted the device key; the refresh token is enough to end its session with any other key.
      if (pendingEnds.length > 0) await vault.openDevice(undefined)
      for (const { refreshToken } of pendingEnds) {
        await api('endSession', { refreshToken })
        await store.update((items) => ({
          ...items,
          pendingEnds: items.pendingEnds.filter((pending) => pending.refreshToken !== refreshToken),
        }))
      }
    })

  /** The wallet as the services have it now, of a session that has ended here. */
  const walletOf = async ({ refreshToken }: StoredSession): Promise<WalletRecord | null> => {
    const { accessToken } = (await api('refreshSession', { refreshToken })).tokens
    return (await api('getWallet', {}, { accessToken })).wallet
  }

  return {
    deliverEnds,
    async signOut(page, known) {
      const items = await store.read()
      const { session } = items
      if (session === null || !isAgreed(items, page)) return
      await store.update((items) => {
        if (items.session?.sessionId !== session.sessionId) return items
        const rest = afterEnding(items, 'signOut')
        return { ...rest, pendingEnds: [...rest.pendingEnds, endOf(items.session)] }
      })
      // What has failed stays failed; the rest continues after the time limit.
      const cleanUp = async (): Promise<void> => {
        await leave('signOut')
        tellTabs()
        const wallet = known ?? (await within(askTimeoutMs, walletOf(session)).catch(() => null))
        // First: a page that reloads meanwhile must not sign in with a device that the service is about to forget.
        await vault.forgetDevice({ userId: session.userId, ...(wallet !== null && !session.isOnlyCopy && { wallet }) })
        await within(deliveryTimeoutMs, deliverEnds()).catch(() => undefined)
      }
      await within(signOutTimeoutMs, cleanUp()).catch(() => undefined)
    },
  }
}
