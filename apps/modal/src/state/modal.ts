import { t } from '@latchkey/copy/modal'
import { atom } from 'jotai/vanilla'
import { type EntryView, entryViews, type ModalRequest, type Namespace } from '../Modal.ts'
import { applyConfigAtom } from '../remote-config/features.ts'
import { servicesAtom } from '../services.ts'
import { connectionAtom, mayHaveAccountAtom } from './accounts.ts'
import { clearAlertAtom } from './alerts.ts'
import { announceAtom } from './announcement.ts'
import { isApprovingAtom } from './approvals.ts'
import { isCaptureRequiredAtom } from './captureStep.ts'
import { cancelConnectingAtom } from './connecting.ts'
import { disconnectMatchingAtom, leaveAccountAtom, type Match } from './connections.ts'
import { discoverAtom } from './connectors.ts'
import { cancelEmailChangeAtom } from './emailChange.ts'
import { cancelLoginAtom } from './emailLogin.ts'
import { loadConfig } from './loadConfig.ts'
import { isOpeningAtom } from './login.ts'
import { activeNamespaceAtom, namespacesAtom, networkIdsAtom, setActiveNetworkAtom } from './networks.ts'
import { openingRouteAtom } from './opening.ts'
import { checkProjectAtom, hasBrokenSettingsAtom, isLoginOnAtom, isWalletOnAtom } from './project.ts'
import { restoreAtom } from './restoring.ts'
import { cancelTransactionsAtom, hideAtom, isOpenAtom, openAtAtom, resetRouteAtom, shakeAtom } from './route.ts'
import { isAccountView } from './routeRules.ts'
import { forgetAtom } from './session.ts'
import { showToastAtom } from './toast.ts'
import { connectWallet } from './wallet.ts'

/** Loads the sign-in's code while the user types, and checks whether this page may use it at all. */
export const prepareLoginAtom = atom(null, (get, set) => {
  if (!get(isLoginOnAtom) || get(hasBrokenSettingsAtom)) return
  void set(checkProjectAtom)
  // A failure has raised an alert. The next use of the wallet tries again.
  void connectWallet(get, set).catch(() => undefined)
})

/** Discovers the wallets of this page once the modal is open. */
const findWalletsAtom = atom(null, (get, set) => {
  if (!get(isWalletOnAtom) || get(hasBrokenSettingsAtom)) return
  // A failed chunk is loaded again at the next opening; meanwhile no wallets are listed.
  void set(discoverAtom).catch(() => undefined)
})

/** Replaces a frame that doesn't respond. */
export const reloadWalletAtom = atom(null, (get, set) => {
  // The input stays; requests pending in the old frame end silently.
  set(cancelLoginAtom)
  get(servicesAtom).wallet.end()
  set(clearAlertAtom, 'APKT003')
  set(prepareLoginAtom)
})

export type OpenRequest = Pick<ModalRequest, 'namespace'> & { view?: EntryView | undefined }

/** The part of a request that can be met; the rest is reported (APKTW003), by code that is loaded for it. */
const parseRequestAtom = atom(null, (get, set, { view, namespace }: OpenRequest): OpenRequest => {
  const isServed = get(namespacesAtom).includes(namespace as Namespace)
  // A click's event, passed on by `onClick={modal.open}`, has a `view` too: the window.
  const wish = typeof view === 'string' ? view : undefined
  const isEntry = wish !== undefined && entryViews.includes(wish)
  const isUnmet = wish !== undefined && (!isEntry || (isAccountView(wish) && !get(mayHaveAccountAtom)))
  if (isUnmet || (namespace !== undefined && !isServed))
    import('./reportRequest.ts').then(
      ({ reportRequestAtom }) => set(reportRequestAtom, { view: isUnmet ? wish : undefined, namespace }),
      () => undefined,
    )
  return { ...(isServed && { namespace }), ...(isEntry && { view: wish }) }
})

/** Shows the modal in the view that the rules of specification section 2 give. */
export const openAtom = atom(null, (get, set, request?: OpenRequest | null) => {
  const { view, namespace } = set(parseRequestAtom, request ?? {})
  // A pending user action isn't interrupted; an approval isn't interrupted by anything.
  const isInFront = namespace === undefined || namespace === get(activeNamespaceAtom)
  const isBusy = get(mayHaveAccountAtom) && (get(isApprovingAtom) || get(unsignedAtom))
  if (get(isOpenAtom) && ((view === undefined && isInFront) || isBusy)) return
  const wanted = namespace === undefined ? undefined : get(networkIdsAtom)[namespace]
  // Another active namespace; its wallet, if there is one, stays as it was.
  if (wanted !== undefined && !isInFront) set(setActiveNetworkAtom, wanted)
  if (get(connectionAtom).status === 'interrupted') {
    void set(checkProjectAtom)
    void set(restoreAtom)
  }
  if (!get(isOpenAtom)) set(applyConfigAtom)
  const isWalletList = view === 'ConnectWallets' || view === 'AllWallets'
  set(openAtAtom, get(openingRouteAtom)(isWalletList && !get(isWalletOnAtom) ? 'Connect' : view))
  if (!get(hasBrokenSettingsAtom)) get(servicesAtom).afterDrawing(() => void loadConfig(get, set))
  if (get(mayHaveAccountAtom)) return
  get(servicesAtom).afterDrawing(() => {
    if (!get(isOpenAtom)) return
    set(prepareLoginAtom)
    set(findWalletsAtom)
  })
})

/** Ends connections and shows Connect in the open modal; an active approval or request ends with its account. */
export const disconnectToConnectAtom = atom(null, async (get, set, isGone: Match) => {
  const done = set(disconnectMatchingAtom, isGone)
  set(announceAtom, t('said.disconnected'))
  // A question or an approval that ends closes the modal that shows it.
  if (!get(mayHaveAccountAtom)) {
    set(cancelTransactionsAtom)
    set(resetRouteAtom, { view: 'Connect' })
  }
  set(openAtom, { view: 'Connect' })
  await done
})

/** Closes the modal, which always works: anything pending is cancelled. */
export const closeAtom = atom(null, (get, set) => {
  set(cancelLoginAtom)
  set(cancelEmailChangeAtom)
  set(cancelConnectingAtom)
  // A required step without an answer: the site doesn't admit this user.
  if (get(isCaptureRequiredAtom)) void set(leaveAccountAtom)
  else set(hideAtom)
})

/** Abandons an earlier sign-in and starts a new one. */
export const loginAgainAtom = atom(null, (get, set) => {
  set(forgetAtom)
  set(resetRouteAtom, get(openingRouteAtom)('Connect'))
  set(prepareLoginAtom)
})

/** Why the active view can't be left without a decision: the site requires a signature that isn't there. Undefined elsewhere. */
export const unsignedAtom = atom((get) => get(servicesAtom).proof?.refusal(get))

/** Something is under way that Escape or a click beside the modal must not end by accident. */
export const isCloseGuardedAtom = atom(
  (get) => get(isApprovingAtom) || get(isOpeningAtom) || get(isCaptureRequiredAtom) || get(unsignedAtom) !== undefined,
)

/** Refuses to close, and shows why. */
export const refuseCloseAtom = atom(null, (get, set) => {
  const message = get(unsignedAtom) ?? t('closeRefused')
  set(shakeAtom)
  set(showToastAtom, { variant: 'error', message })
  set(announceAtom, message)
})
