/**
 * Session proof (specification section 4): the active account signs a message, so that the site's server can verify its owner.
 *
 * Requirements: an account that has a session isn't asked. One user action leads to at most one request, however many changes of account
 * and network it includes. Where the site requires a signature, no path leaves the account connected and unsigned. A response of a wallet
 * or a backend after the account has changed, or the user has left, changes nothing.
 *
 * Design: `reviewAtom` compares the active account with that of `proofAtom`, and may be called at any time. Each start takes a turn; a
 * response from another turn is dropped.
 */
import { t } from '@latchkey/copy/sessionProof'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { isAuthConnection } from '../../connectors/auth/authNamespaces.ts'
import { loadPart } from '../../loadPart.ts'
import type { NetworkId } from '../../Modal.ts'
import { type Clock, servicesAtom } from '../../services.ts'
import { announceAtom } from '../../state/announcement.ts'
import { isApprovingAtom } from '../../state/approvals.ts'
import { switchNetworkAtom } from '../../state/connection.ts'
import { disconnectMatchingAtom, leaveAccountAtom } from '../../state/connections.ts'
import { siteNetworksAtom } from '../../state/networks.ts'
import { closingsAtom, hideAtom, isOpenAtom, openAtAtom, resetRouteAtom, viewAtom } from '../../state/route.ts'
import { showToastAtom } from '../../state/toast.ts'
import { namespaceOf } from '../../storedConnections.ts'
import { backendOf } from './backend.ts'
import { endSessionsAtom } from './endSessions.ts'
import type { ProofTarget } from './ProofTarget.ts'
import {
  isEnteringAtom,
  isProofRequiredAtom,
  keyOf,
  proofAtom,
  proofEndsAtom,
  proofTargetAtom,
  provenAtom,
  signedAtom,
} from './proofState.ts'
import type { SignInSession } from './SessionProof.ts'

/** Timeout of a backend. */
const limitMs = 30_000

/** Waits for a backend's response. Throws TIMEOUT after 30 s. */
async function limited<answer>(clock: Clock, answer: Promise<answer>): Promise<answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = clock.after(limitMs, () => reject(new AppError('TIMEOUT')))
  return Promise.race([answer, late]).finally(cancel)
}

const turn = atom(0)
/** The account that needs no question: it has a session, or its user has skipped the question. */
const settled = atom<string | null>(null)
/** The pending check of an account. */
const checking = atom<{ readonly key: string; readonly done: Promise<void> } | null>(null)
/** An account was looked at in this visit. */
const hasLooked = atom(false)
/** The modal's close count when the request came on screen; null before that. */
const shownAt = atom<number | null>(null)
/** The networks on which accounts have proven themselves since the page was loaded, the latest first. */
const signedOn = atom<readonly ProofTarget[]>([])

const isValid = ({ data }: SignInSession, nowMs: number): boolean =>
  data.expirationTime === undefined || Date.parse(data.expirationTime) > nowMs

/** Returns the account's valid session, or null. Throws what the backend throws, and TIMEOUT. */
const findSession = async (get: Getter, { network, address }: Pick<ProofTarget, 'network' | 'address'>) => {
  const { clock } = get(servicesAtom)
  const sessions = await limited(
    clock,
    backendOf(get).then((backend) => backend.getSessions(network, address)),
  )
  return sessions.find((session) => isValid(session, clock.now())) ?? null
}

const begin = (get: Getter, set: Setter): (() => boolean) => {
  const id = get(turn) + 1
  set(turn, id)
  return () => get(turn) === id
}

const rest = (set: Setter): void => set(proofAtom, { status: 'idle' })

/** Leaves the view that asks, if it shows; a pending connection leaves by itself. */
const leave = (get: Getter, set: Setter): void => {
  if (get(isOpenAtom) && get(viewAtom) === 'SIWXSignMessage') set(proofEndsAtom, get(proofEndsAtom) + 1)
}

const settle = (get: Getter, set: Setter, target: ProofTarget): void => {
  set(settled, keyOf(target))
  get(servicesAtom).storage.remove('sign-in-pending')
  rest(set)
}

const finish = (get: Getter, set: Setter, target: ProofTarget, { data }: SignInSession): void => {
  set(provenAtom, { key: keyOf(target), data })
  set(signedOn, [target, ...get(signedOn).filter((other) => keyOf(other) !== keyOf(target))])
  settle(get, set, target)
  leave(get, set)
}

const tellProven = (get: Getter, set: Setter, { namespace, network, address }: ProofTarget): void => {
  const { hub, shared } = get(servicesAtom)
  set(announceAtom, t('said.proven'))
  hub.events.emit({ type: 'SESSION_PROVED', namespace, address, caipNetworkId: network })
  shared.tell()
}

/** Shows the request, unless the wallet has its own on screen: then once that is over. */
export const show = (get: Getter, set: Setter): void => {
  if (get(isApprovingAtom)) return
  set(shownAt, get(closingsAtom))
  if (get(isEnteringAtom)) return
  const route = { view: 'SIWXSignMessage' } as const
  if (!get(isOpenAtom)) set(openAtAtom, route)
  else if (get(viewAtom) !== route.view) set(resetRouteAtom, route)
}

const ask = (get: Getter, set: Setter, target: ProofTarget, error: AppError | null): void => {
  set(proofAtom, { status: 'asking', target, error })
  set(shownAt, null)
  get(servicesAtom).storage.write('sign-in-pending', keyOf(target))
  show(get, set)
}

/** A restored account is asked only if the site requires it, or if the request was on screen when the page was left. */
const isSkipped = (get: Getter, target: ProofTarget, isFirst: boolean): boolean =>
  isFirst &&
  !get(isEnteringAtom) &&
  !get(isProofRequiredAtom) &&
  get(servicesAtom).storage.read('sign-in-pending') !== keyOf(target)

/** The specification's result of a proof that can't start: the account is disconnected, and the modal shows Connect again. */
const giveUp = async (get: Getter, set: Setter, target: ProofTarget, error: AppError): Promise<void> => {
  const { hub, log } = get(servicesAtom)
  const { namespace, network, address, connectorId } = target
  rest(set)
  // not words: the specification quotes it, for developers.
  log('error', `A problem occurred while trying initialize authentication: ${error.message}`)
  hub.events.emit({ type: 'SESSION_PROOF_FAILED', namespace, address, caipNetworkId: network, error: error.name })
  set(showToastAtom, { variant: 'error', message: t('notStarted') })
  set(announceAtom, t('notStarted'))
  const isOpen = get(isOpenAtom)
  const done = set(
    disconnectMatchingAtom,
    (id, name) => id === connectorId && (name === namespace || isAuthConnection(id, name)),
  )
  if (isOpen) set(resetRouteAtom, { view: 'Connect' })
  await done
}

/** The account's signature from the step in which the embedded wallet returned it. */
const takeSigned = (get: Getter, set: Setter, { network, address }: ProofTarget): SignInSession | null => {
  const signed = get(signedAtom)
  set(signedAtom, null)
  return signed?.data.chainId === network && signed.data.accountAddress === address ? signed : null
}

/** The active account has changed, or nothing is known about it yet. */
const checkAtom = atom(null, async (get, set, target: ProofTarget): Promise<void> => {
  const isCurrent = begin(get, set)
  const isFirst = !get(hasLooked)
  set(hasLooked, true)
  set(settled, null)
  set(proofAtom, { status: 'checking', target })
  try {
    const session = await findSession(get, target)
    if (!isCurrent()) return
    if (session !== null) return finish(get, set, target, session)
    const signed = takeSigned(get, set, target)
    if (signed !== null) return await storeAtSignIn(get, set, target, signed, isCurrent)
    if (!isSkipped(get, target, isFirst)) return ask(get, set, target, null)
    settle(get, set, target)
  } catch (thrown) {
    if (isCurrent()) await giveUp(get, set, target, AppError.from(thrown))
  }
})

/** The wallet has signed in the step in which it returned the account. If the backend rejects it, the request follows. */
const storeAtSignIn = async (
  get: Getter,
  set: Setter,
  target: ProofTarget,
  session: SignInSession,
  isCurrent: () => boolean,
): Promise<void> => {
  try {
    await limited(
      get(servicesAtom).clock,
      backendOf(get).then((backend) => backend.addSession(session)),
    )
    if (!isCurrent()) return
    finish(get, set, target, session)
    tellProven(get, set, target)
  } catch {
    if (isCurrent()) ask(get, set, target, null)
  }
}

/** A question is on screen, and another page of the site may have answered it. */
const recheckAtom = atom(null, async (get, set, target: ProofTarget): Promise<void> => {
  const id = get(turn)
  const session = await findSession(get, target).catch(() => null)
  if (session !== null && get(turn) === id && get(proofAtom).status === 'asking') finish(get, set, target, session)
})

/** The signed message has expired meanwhile. */
const isProofOver = (get: Getter): boolean => {
  const end = get(provenAtom)?.data.expirationTime
  return end !== undefined && Date.parse(end) <= get(servicesAtom).clock.now()
}

/** Checks what the active account needs. May be called at any time; never throws. */
export const reviewAtom = atom(null, async (get, set): Promise<void> => {
  void set(endSessionsAtom)
  const target = get(proofTargetAtom)
  const proof = get(proofAtom)
  if (target === null) {
    set(settled, null)
    set(provenAtom, null)
    if (proof.status === 'idle') return
    begin(get, set)
    rest(set)
    if (get(isOpenAtom) && get(viewAtom) === 'SIWXSignMessage') set(hideAtom)
    return
  }
  const key = keyOf(target)
  const isSame = proof.status !== 'idle' && keyOf(proof.target) === key
  if (isSame && proof.status === 'checking') return get(checking)?.done
  if (isSame && proof.status === 'leaving') return
  const shown = get(shownAt)
  if (isSame && shown !== null && get(closingsAtom) > shown) return set(cancelAtom)
  if (isSame && proof.status === 'asking') {
    show(get, set)
    return set(recheckAtom, target)
  }
  if (isSame || (get(settled) === key && !isProofOver(get))) return
  const done = set(checkAtom, target)
  set(checking, { key, done })
  return done
})

/** The user wants to prove the active account after all. */
export const askAgainAtom = atom(null, async (get, set): Promise<void> => {
  const { status } = get(proofAtom)
  const target = get(proofTargetAtom)
  // A pending check then leads to the request.
  if (target !== null && (status === 'idle' || status === 'checking'))
    get(servicesAtom).storage.write('sign-in-pending', keyOf(target))
  if (status !== 'idle') return
  set(settled, null)
  await set(reviewAtom)
})

/** The backend no longer has the active account's session: it is asked as if it had none. */
export const forgetProofAtom = atom(null, async (_get, set): Promise<void> => {
  set(settled, null)
  set(provenAtom, null)
  await set(reviewAtom)
})

/** The user agrees: the wallet signs, and the backend verifies. A failure is shown, and the question stays. */
export const signAtom = atom(null, async (get, set): Promise<void> => {
  const proof = get(proofAtom)
  if (proof.status !== 'asking') return
  const { target } = proof
  const { clock, hub, log } = get(servicesAtom)
  const isCurrent = begin(get, set)
  set(proofAtom, { status: 'signing', target })
  const loading = loadPart(import('./signMessage.ts'))
  loading.catch(() => undefined)
  try {
    const backend = await backendOf(get)
    const account = { chainId: target.network, accountAddress: target.address }
    const message = await limited(clock, backend.createMessage(account))
    if (!isCurrent()) return
    const { signMessage } = await loading
    const session = await signMessage(get, target, message)
    if (!isCurrent()) return
    await limited(clock, backend.addSession(session))
    if (!isCurrent()) return
    finish(get, set, target, session)
    tellProven(get, set, target)
  } catch (thrown) {
    if (!isCurrent()) return
    const error = AppError.from(thrown)
    const { namespace, network, address } = target
    // not words: the specification quotes it, for developers.
    log('warning', `Error signing message: ${error.message}`)
    hub.events.emit({ type: 'SESSION_PROOF_FAILED', namespace, address, caipNetworkId: network, error: error.name })
    set(announceAtom, t('failed'))
    ask(get, set, target, error)
  }
})

/** Returns a network of the account's namespace on which it has a session: where it last signed, else the first of the site's. */
const lastSignedNetwork = async (
  get: Getter,
  { namespace, network, address }: ProofTarget,
): Promise<NetworkId | null> => {
  const last = get(signedOn).flatMap((one) => (one.address === address ? one.network : []))
  const known = get(siteNetworksAtom).filter((id) => namespaceOf(id) === namespace)
  const candidates = [...new Set([...last.filter((id) => known.includes(id)), ...known])].filter((id) => id !== network)
  const found = await Promise.all(candidates.map((id) => findSession(get, { network: id, address }).catch(() => null)))
  return candidates.find((_, index) => found[index] !== null) ?? null
}

/**
 * The user doesn't sign. Where the site requires it they go back to the network where they have, or are disconnected;
 * elsewhere the account stays connected without a session.
 */
export const cancelAtom = atom(null, async (get, set): Promise<void> => {
  const proof = get(proofAtom)
  if (proof.status !== 'asking' && proof.status !== 'signing') return
  const { target } = proof
  const isCurrent = begin(get, set)
  if (!get(isProofRequiredAtom)) {
    settle(get, set, target)
    return leave(get, set)
  }
  set(proofAtom, { status: 'leaving', target })
  get(servicesAtom).storage.remove('sign-in-pending')
  const network = await lastSignedNetwork(get, target)
  if (!isCurrent()) return
  // Existing sessions count as proven, which closes the view.
  const hasMoved =
    network !== null &&
    (await set(switchNetworkAtom, network).then(
      () => true,
      () => false,
    ))
  if (hasMoved || !isCurrent()) return
  rest(set)
  await set(leaveAccountAtom)
})
