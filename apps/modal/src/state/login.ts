import { t } from '@latchkey/copy/modal'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { Connector } from '../connectors/Connector.ts'
import type { ModalEvent, Namespace, SignInMethod, SocialProvider, ViewName } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { afterConnectingAtom } from './afterConnecting.ts'
import { announceAtom } from './announcement.ts'
import { takeLoginAtom } from './connections.ts'
import { connectorsAtom } from './connectors.ts'
import { activeNamespaceAtom, networkIdsAtom, siteNetworksAtom } from './networks.ts'
import { attemptNamespaceAtom } from './pending.ts'
import { routeAtom, routerAtom } from './route.ts'
import { closedRouter } from './routeRules.ts'
import { connectWallet, syncTheme, takeFailure } from './wallet.ts'

/** A sign-in method of the embedded wallet. */
export type LoginMethod = 'email' | SocialProvider

/** The pending sign-in; one at a time, whatever its method. It ends with the view that shows it. */
const current = atom<{ readonly controller: AbortController; readonly view: ViewName | null } | null>(null)
const opening = atom(false)
const title = atom<string | null>(null)

/** The title of the view that shows a sign-in, where it is about a provider. */
export const loginTitleAtom = atom((get) => get(title))

/** The user has signed in and the account is being fetched: an accidental click must not cancel that. */
export const isOpeningAtom = atom((get) => get(opening))

/** The view over which the wallet's own document is to show, since it has a question for the user who signs in there. */
const asking = atom<ViewName | null>(null)
export const isWalletAskingAtom = atom((get) => get(asking) !== null && get(asking) === get(routeAtom).view)

/**
 * The user continues in the wallet's own document, over the active view. The theme goes first: a wallet that doesn't answer it isn't shown
 * (wire protocol, section 3). Throws what the wallet throws.
 */
export async function goOnInWallet(get: Getter, set: Setter, signal: AbortSignal): Promise<void> {
  const client = await connectWallet(get, set)
  try {
    const message = await get(servicesAtom).proof?.prepare(get, set, true)
    await syncTheme(get, client, signal)
    signal.throwIfAborted()
    set(asking, get(routeAtom).view)
    set(announceAtom, t('said.wallet'))
    await client.request('CONNECT_OTP', message, { signal })
  } catch (thrown) {
    throw signal.aborted ? thrown : takeFailure(get, set, 'CONNECT_OTP', thrown)
  } finally {
    if (!signal.aborted) set(asking, null)
  }
}

/** Notifies the page that a step of a sign-in failed. */
export const tellFailure = (
  get: Getter,
  method: SignInMethod,
  step: Extract<ModalEvent, { type: 'SIGN_IN_FAILED' }>['step'],
  error: AppError,
): void => get(servicesAtom).hub.events.emit({ type: 'SIGN_IN_FAILED', method, step, error: error.name })

/** Cancels any pending sign-in, and notifies the wallet. */
export const endLoginAtom = atom(null, (get, set) => {
  if (get(opening)) set(attemptNamespaceAtom, null)
  set(opening, false)
  get(current)?.controller.abort()
  set(asking, null)
  set(current, null)
})

/**
 * Starts a sign-in, replacing the previous one. The signal is aborted when it is over, at the latest when `view`, which has the provider's
 * `name`, is no longer on the stack of views.
 */
export function beginLogin(set: Setter, view: ViewName | null, name: string | null = null): AbortSignal {
  set(endLoginAtom)
  set(title, name)
  const controller = new AbortController()
  set(current, { controller, view })
  return controller.signal
}

/** A sign-in ends with the view that shows it. */
export const leaveLoginAtom = atom(null, (get, set) => {
  const { open, history } = get(routerAtom)
  const view = get(current)?.view ?? null
  if (view !== null && !(open && history.some((route) => route.view === view))) set(endLoginAtom)
})

const last = atom<string | null>(null)

/** The last sign-in method used here; null when there was none. */
export const lastLoginAtom = atom((get) => get(last) ?? get(servicesAtom).storage.read('last-login') ?? null)

const welcomed = atom<string | null>(null)

/** The address of a just completed sign-in, during the modal's exit animation; null otherwise. */
export const welcomeAtom = atom((get) => {
  const router = get(routerAtom)
  return router.open || router === closedRouter ? null : get(welcomed)
})

/** The primary namespace of a sign-in: the active one, if the embedded wallet has accounts there. */
export const loginNamespace = (get: Getter, connector: Connector | undefined): Namespace | undefined => {
  const front = get(activeNamespaceAtom)
  return connector?.namespaces.includes(front) ? front : connector?.namespaces[0]
}

/**
 * Fetches the account of the signed-in user, and leaves: to the site, or to the view that changes the network. Throws what the wallet
 * throws; may be repeated.
 */
export async function openAccount(get: Getter, set: Setter, method: LoginMethod, signal: AbortSignal): Promise<void> {
  set(opening, true)
  set(welcomed, null)
  set(announceAtom, t('said.connecting'))
  try {
    const connector = get(connectorsAtom).find(({ type }) => type === 'auth')
    const namespace = loginNamespace(get, connector)
    const network = namespace && get(networkIdsAtom)[namespace]
    if (connector === undefined || namespace === undefined || network === undefined)
      throw new AppError('CHAIN_NOT_SUPPORTED')
    set(attemptNamespaceAtom, namespace)
    // A provider's page shows no texts of ours: the message comes after it.
    if (method !== 'email') await get(servicesAtom).proof?.prepare(get, set, false)
    const sessions = await connector.connect({ namespace, network, networks: get(siteNetworksAtom), signal })
    if (signal.aborted) return
    set(takeLoginAtom, connector, sessions, namespace)
    set(welcomed, sessions.find((session) => session.namespace === namespace)?.accounts[0]?.address ?? null)
  } finally {
    if (!signal.aborted) {
      set(opening, false)
      set(attemptNamespaceAtom, null)
    }
  }
  set(last, method)
  get(servicesAtom).hub.events.emit({ type: 'SIGNED_IN', method, wallet: null })
  get(servicesAtom).storage.write('last-login', method)
  set(current, null)
  set(announceAtom, t('said.connected'))
  await set(afterConnectingAtom)
}
