import { accountViews, type EntryView, type NetworkId, type ViewName } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'

/** A view and its parameters. */
export type Route =
  | { view: Exclude<ViewName, 'SwitchNetwork' | 'SwitchActiveChain'> }
  | { view: 'SwitchNetwork' | 'SwitchActiveChain'; network: NetworkId }

/** The result when a transaction inside the modal ends. Error and cancel also go back. */
export type Transaction = { onSuccess?: () => void; onError?: () => void; onCancel?: () => void }
export type Outcome = 'success' | 'error' | 'cancel'

/** The navigation of specification section 2: whether the modal shows, and the stack of views below the active one. */
export type Router = {
  open: boolean
  /** The last is active; never empty. */
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

export type Opening = {
  wish: EntryView | undefined
  hasAccount: boolean
  /** Only WalletConnect is offered. */
  isBasic: boolean
  isMobile: boolean
  /** UnsupportedChain is due. */
  isUnsupported: boolean
}

export const isAccountView = (view: EntryView): boolean => accountViews.some((known) => known === view)
/** Views that offer more than WalletConnect. */
const choiceViews: readonly EntryView[] = ['Connect', 'ConnectWallets']

/**
 * Returns the view that opening leads to (specification section 2). An explicitly requested view is honored, unless it needs an account and
 * there is none; where there is only WalletConnect, a request to connect leads to that.
 */
export const routeToOpen = ({ wish, hasAccount, isBasic, isMobile, isUnsupported }: Opening): Route => {
  const isHonoured = wish !== undefined && (hasAccount || !isAccountView(wish))
  if (isBasic) {
    if (isHonoured && !choiceViews.includes(wish)) return { view: wish }
    return { view: isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  }
  if (isHonoured) return { view: wish }
  if (!hasAccount) return { view: 'Connect' }
  return { view: isUnsupported ? 'UnsupportedChain' : 'Account' }
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

/** Starts over at a view, with an empty stack. */
export const reset = (router: Router, route: Route): Router => ({ ...router, history: [route], direction: 'forward' })

/** Going back on the first view closes. Going back to Connect while connected shows Account instead. */
export const back = (router: Router, hasAccount: boolean): Router => {
  if (router.history.length <= 1) return { ...router, open: false }
  const history = router.history.slice(0, -1)
  const shown =
    history.at(-1)?.view === 'Connect' && hasAccount ? [...history.slice(0, -1), { view: 'Account' } as const] : history
  return { ...router, history: shown, direction: 'back' }
}

const networkViews: readonly ViewName[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain']

/** The network is chosen: back to the view before the choice; without one, out. */
export const leaveNetworks = (router: Router): Router => {
  const index = router.history.findLastIndex(({ view }) => !networkViews.includes(view))
  if (index < 0) return { ...router, open: false }
  return { ...router, history: router.history.slice(0, index + 1), direction: 'back' }
}

/** Returns the view for a request to change the network. */
export type SwitchStep = 'nothing' | 'SwitchNetwork' | 'SwitchActiveChain'

export type SwitchWish = {
  target: NetworkId
  active: NetworkId
  /** The user has confirmed already. */
  isConfirmed: boolean
  /** The active connection is the embedded wallet's, which serves the target's namespace too. */
  isAuthServed: boolean
  /** The active namespace has an account. */
  hasAccount: boolean
  /** There is one in the target's. */
  hasTargetAccount: boolean
}

/**
 * The network-switch rule (specification section 2). SwitchActiveChain leads to Connect. Without a wallet to wait for, SwitchNetwork ends
 * at once.
 */
export const switchStep = (wish: SwitchWish): SwitchStep => {
  const { target, active, isConfirmed, isAuthServed, hasAccount, hasTargetAccount } = wish
  if (target === active) return 'nothing'
  const isOtherNamespace = namespaceOf(target) !== namespaceOf(active)
  const needsWallet = hasAccount && isOtherNamespace && !hasTargetAccount
  return needsWallet && !isConfirmed && !isAuthServed ? 'SwitchActiveChain' : 'SwitchNetwork'
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
