import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { hasAccountAtom } from './accounts.ts'
import { openingRouteAtom } from './opening.ts'
import { drawFailureAtom } from './pending.ts'
import * as rules from './routeRules.ts'

const base = atom<rules.Router>(rules.closedRouter)
const shaking = atom(0)
const closings = atom(0)

const shakeMs = 500

export const routerAtom = atom((get) => get(base))
export const isOpenAtom = atom((get) => get(base).open)
export const routeAtom = atom((get) => rules.frontRoute(get(base)))
/** The active view's name. It stays the same where the modal opens at the view that it was closed at. */
export const viewAtom = atom((get) => get(routeAtom).view)
export const directionAtom = atom((get) => get(base).direction)
/** Views that require a decision can't go back. */
const decisions: readonly rules.Route['view'][] = ['ApproveTransaction', 'DataCapture', 'SIWXSignMessage']
export const canGoBackAtom = atom((get) => get(base).history.length > 1 && !decisions.includes(get(viewAtom)))
export const isShakingAtom = atom((get) => get(shaking) > 0)

/** Shows the modal at a view. */
export const openAtAtom = atom(null, (get, set, route: rules.Route) => {
  const { hub } = get(servicesAtom)
  const wasOpen = get(base).open
  set(base, rules.openAt(get(base), route))
  if (!wasOpen) hub.events.emit({ type: 'MODAL_OPEN', view: route.view })
})

export const pushAtom = atom(null, (get, set, route: rules.Route) => set(base, rules.push(get(base), route)))
export const replaceAtom = atom(null, (get, set, route: rules.Route) => set(base, rules.replace(get(base), route)))
export const resetRouteAtom = atom(null, (get, set, route: rules.Route) => set(base, rules.reset(get(base), route)))

export const cancelTransactionsAtom = atom(null, (get, set) => {
  const { transactions } = get(base)
  set(base, { ...get(base), transactions: [] })
  for (const transaction of transactions.toReversed()) transaction.onCancel?.()
})

/** Counts how often the modal was closed. Embedded in the page it closes too: it starts over, and stays visible. */
export const closingsAtom = atom((get) => get(closings))

/**
 * Hides the modal. Anything pending is cancelled; the views stay as they are until the exit animation has ended. An embedded modal stays
 * visible and shows the view for opening, unless it couldn't be drawn: then there is nothing to keep.
 */
export const hideAtom = atom(null, (get, set) => {
  const { open } = get(base)
  const { hub, settings } = get(servicesAtom)
  if (!open) return
  const isEmbedded = settings.embedded !== undefined && get(drawFailureAtom) === null
  set(base, { ...get(base), open: isEmbedded })
  set(cancelTransactionsAtom)
  if (isEmbedded) set(base, rules.reset(get(base), get(openingRouteAtom)()))
  set(closings, get(closings) + 1)
  hub.events.emit({ type: 'MODAL_CLOSE' })
})

/** The exit animation has ended: the next opening starts fresh. */
export const exitedAtom = atom(null, (get, set) => {
  if (!get(base).open) set(base, rules.closedRouter)
})

const followAtom = atom(null, (_get, set, next: rules.Router) => {
  if (next.open) set(base, next)
  else set(hideAtom)
})

/** Goes back one view; closes on the first one. */
export const backAtom = atom(null, (get, set) => set(followAtom, rules.back(get(base), get(hasAccountAtom))))

/** The choice of a network is over. */
export const leaveNetworksAtom = atom(null, (get, set) => set(followAtom, rules.leaveNetworks(get(base))))

/** Pushes a transaction onto the stack. */
export const beginTransactionAtom = atom(null, (get, set, transaction: rules.Transaction) =>
  set(base, { ...get(base), transactions: [...get(base).transactions, transaction] }),
)

/** Ends the transaction on top of the stack, unless closing has cancelled it already. Error and cancel also go back. */
export const endTransactionAtom = atom(null, (get, set, transaction: rules.Transaction, outcome: rules.Outcome) => {
  const { transactions } = get(base)
  if (!transactions.includes(transaction)) return
  set(base, { ...get(base), transactions: transactions.filter((known) => known !== transaction) })
  const { onSuccess, onError, onCancel } = transaction
  const tell = { success: onSuccess, error: onError, cancel: onCancel }[outcome]
  tell?.()
  if (outcome !== 'success') set(backAtom)
})

/** Refuses to close, visibly, for 500 ms. */
export const shakeAtom = atom(null, (get, set) => {
  set(shaking, get(shaking) + 1)
  get(servicesAtom).clock.after(shakeMs, () => set(shaking, get(shaking) - 1))
})
