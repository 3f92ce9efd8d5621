import type { EntryView, NetworkId, ViewName } from '../Modal.ts'

/** A view and what it needs to know. */
export type Route =
  | { view: Exclude<ViewName, 'SwitchNetwork' | 'SwitchActiveChain'> }
  | { view: 'SwitchNetwork' | 'SwitchActiveChain'; network: NetworkId }

/** What happens when an errand inside the modal ends. Error and cancel also go back. */
export type Transaction = { onSuccess?: () => void; onError?: () => void; onCancel?: () => void }
export type Outcome = 'success' | 'error' | 'cancel'

/** The navigation of specification section 2: whether the modal shows, and the views that lead to the one in front. */
export type Router = {
  open: boolean
  /** The last is in front; never empty. */
  history: readonly Route[]
  direction: 'forward' | 'back'
  /** The last is under way. */
  transactions: readonly Transaction[]
}

export const closedRouter: Router = {
  open: false,
  history: [{ view: 'Connect' }],
  direction: 'forward',
  transactions: [],
}

export const frontRoute = ({ history }: Router): Route => history.at(-1) ?? { view: 'Connect' }

/** Where opening leads: an explicit wish is honoured, unless it needs an account that is not there. */
export const routeToOpen = (wish: EntryView | undefined, hasAccount: boolean): Route => {
  if (wish === undefined || wish === 'Account') return { view: hasAccount ? 'Account' : 'Connect' }
  return { view: wish }
}

export const openAt = (router: Router, route: Route): Router => ({
  ...router,
  open: true,
  history: [route],
  direction: 'forward',
})

export const push = (router: Router, route: Route): Router =>
  frontRoute(router).view === route.view
    ? replace(router, route)
    : { ...router, history: [...router.history, route], direction: 'forward' }

export const replace = (router: Router, route: Route): Router => ({
  ...router,
  history: [...router.history.slice(0, -1), route],
  direction: 'forward',
})

/** Start over at a view: nothing to go back to. */
export const reset = (router: Router, route: Route): Router => ({ ...router, history: [route], direction: 'forward' })

/** Back on the first view closes. Back to Connect while connected shows Account instead. */
export const back = (router: Router, hasAccount: boolean): Router => {
  if (router.history.length <= 1) return { ...router, open: false }
  const history = router.history.slice(0, -1)
  const shown =
    history.at(-1)?.view === 'Connect' && hasAccount ? [...history.slice(0, -1), { view: 'Account' } as const] : history
  return { ...router, history: shown, direction: 'back' }
}

const networkViews: readonly ViewName[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain']

/** The network is chosen: back to the view before the choice; without one, out. */
export const leaveNetworks = (router: Router): Router => {
  const index = router.history.findLastIndex(({ view }) => !networkViews.includes(view))
  if (index < 0) return { ...router, open: false }
  return { ...router, history: router.history.slice(0, index + 1), direction: 'back' }
}

/** What a wish to change the network leads to. */
export type SwitchStep = 'nothing' | 'set' | 'SwitchNetwork'

/**
 * The network-switch rule. With the email wallet, which serves the whole namespace, a switch is shown in SwitchNetwork;
 * with no account there is nobody to ask, and the choice is simply remembered.
 */
export const switchStep = (target: NetworkId, active: NetworkId, hasAccount: boolean): SwitchStep => {
  if (target === active) return 'nothing'
  return hasAccount ? 'SwitchNetwork' : 'set'
}

export type SupportSettings = {
  networks: readonly NetworkId[]
  enableNetworkSwitch: boolean
  allowUnsupportedChain: boolean
  isBasic: boolean
}

/** Whether UnsupportedChain has to be shown. */
export const isUnsupported = (active: NetworkId, settings: SupportSettings): boolean =>
  settings.enableNetworkSwitch &&
  !settings.allowUnsupportedChain &&
  !settings.isBasic &&
  !settings.networks.includes(active)
