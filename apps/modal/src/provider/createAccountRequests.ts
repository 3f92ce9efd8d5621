import type { createStore } from 'jotai/vanilla'
import type { Namespace } from '../Modal.ts'
import { closedError } from '../state/closedError.ts'
import { activeSession, connectedSessionsAtom, orderedSession } from '../state/connectedSessions.ts'
import { namespaceStatusAtom } from '../state/connections.ts'
import { openAtom } from '../state/modal.ts'
import { drawFailureAtom } from '../state/pending.ts'
import { closingsAtom, hideAtom, routeAtom } from '../state/route.ts'

type AccountRequests = {
  /** Waits until earlier connections are restored or gone; the account isn't known before. */
  settled(namespace: Namespace): Promise<void>
  /** Addresses of the active wallet, the active one first; none when nothing is connected. */
  accounts(namespace: Namespace): string[]
  /** Opens the modal unless a wallet is connected. Throws USER_REJECTED when it is closed, and the error when it can't be drawn. */
  requestAccounts(namespace: Namespace): Promise<string[]>
}

/** The accounts that a page gets of each namespace. */
export const createAccountRequests = (store: ReturnType<typeof createStore>): AccountRequests => {
  const waitFor = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stops: (() => void)[] = []
      const check = () => {
        if (!isTrue()) return
        for (const stop of stops) stop()
        resolve()
      }
      stops.push(store.sub(namespaceStatusAtom, check), store.sub(closingsAtom, check))
      check()
    })

  const settled = (namespace: Namespace): Promise<void> =>
    waitFor(() => store.get(namespaceStatusAtom)[namespace] !== 'reconnecting')

  const accounts = (namespace: Namespace): string[] => {
    const held = activeSession(store.get(connectedSessionsAtom), namespace)
    return held === undefined ? [] : orderedSession(held).accounts.map(({ address }) => address)
  }

  const requestAccounts = async (namespace: Namespace): Promise<string[]> => {
    await settled(namespace)
    const isConnected = () => accounts(namespace).length > 0
    if (isConnected()) return accounts(namespace)
    const closings = store.get(closingsAtom)
    store.set(openAtom, { namespace })
    await waitFor(() => isConnected() || store.get(closingsAtom) > closings)
    // A modal that couldn't be drawn wasn't closed by the user.
    if (!isConnected()) throw store.get(drawFailureAtom) ?? closedError()
    // A sign-in closes the modal itself; a session that was only restored has nothing more to show.
    if (store.get(routeAtom).view === 'Account') store.set(hideAtom)
    return accounts(namespace)
  }

  return { settled, accounts, requestAccounts }
}
