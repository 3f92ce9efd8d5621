import type { createStore } from 'jotai/vanilla'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { servicesAtom } from '../../services.ts'
import { afterConnectingAtom } from '../../state/afterConnecting.ts'
import { isApprovingAtom } from '../../state/approvals.ts'
import { connectedSessionsAtom } from '../../state/connectedSessions.ts'
import { closingsAtom, isOpenAtom, viewAtom } from '../../state/route.ts'
import type { Route } from '../../state/routeRules.ts'
import { isEnteringAtom, proofAtom, proofEndsAtom, proofTargetAtom, sessionStateAtom } from './proofState.ts'
import { askAgainAtom, reviewAtom, show } from './prove.ts'

type Store = ReturnType<typeof createStore>

const isShownAtom = atom((get) => get(isOpenAtom) && get(viewAtom) === 'SIWXSignMessage')

/** Proves the session of the active account, now and whenever it changes, and notifies the page. Returns a function that stops it. */
export function followProof(store: Store): () => void {
  const { hub, shared } = store.get(servicesAtom)
  // Once the change is whole: an approval that ends also leaves its view, and an account changes with its network.
  const review = () => queueMicrotask(() => void store.set(reviewAtom))
  const publish = () => hub.session.set(store.get(sessionStateAtom))
  // The page has opened the view: the user wants to prove the active account after all.
  const askAgain = () => store.get(isShownAtom) && void store.set(askAgainAtom)
  const stops = [
    ...[proofTargetAtom, connectedSessionsAtom, closingsAtom, isApprovingAtom].map((each) => store.sub(each, review)),
    store.sub(isShownAtom, askAgain),
    store.sub(sessionStateAtom, publish),
    store.sub(proofEndsAtom, () => void store.set(afterConnectingAtom)),
    // A session may have begun or ended in another page of the site.
    shared.listen(review),
  ]
  askAgain()
  review()
  publish()
  return () => {
    for (const stop of stops) stop()
  }
}

/** The user has just connected in the modal: returns the view to show, or null. */
export async function enterStep(get: Getter, set: Setter): Promise<Route | null> {
  const view = get(viewAtom)
  set(isEnteringAtom, true)
  try {
    await set(reviewAtom)
    if (get(proofAtom).status !== 'asking') return null
    // Closed meanwhile, or in another view: the request is shown there.
    if (!get(isOpenAtom) || get(viewAtom) !== view) {
      set(isEnteringAtom, false)
      show(get, set)
    }
    return { view: 'SIWXSignMessage' }
  } finally {
    set(isEnteringAtom, false)
  }
}
