import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../../services.ts'
import { activeSession, connectedSessionsAtom } from '../../state/connectedSessions.ts'
import { activeNamespaceAtom, isUnsupportedAtom } from '../../state/networks.ts'
import { isOpenAtom, viewAtom } from '../../state/route.ts'
import type { OneClick } from './OneClick.ts'
import type { ProofTarget } from './ProofTarget.ts'
import type { SessionState, SignInData, SignInSession } from './SessionProof.ts'

/**
 * The state of the active account's proof. `leaving`: the user doesn't sign although the site requires it, and goes back to the network
 * where they did, or is disconnected.
 */
export type Proof =
  | { readonly status: 'idle' }
  | { readonly status: 'checking' | 'signing' | 'leaving'; readonly target: ProofTarget }
  | { readonly status: 'asking'; readonly target: ProofTarget; readonly error: AppError | null }

/** The account that is to prove itself; null without one, and while the site requires another network first. */
export const proofTargetAtom = atom((get): ProofTarget | null => {
  const namespace = get(activeNamespaceAtom)
  const held = activeSession(get(connectedSessionsAtom), namespace)
  // Sign-In with Ethereum is only for Ethereum.
  const isServed = get(servicesAtom).settings.siweConfig === undefined || namespace === 'eip155'
  if (held === undefined || !isServed || get(isUnsupportedAtom)) return null
  return { namespace, network: held.session.network, address: held.address, connectorId: held.connector.id }
})

/** Whether an account that doesn't sign is disconnected. */
export const isProofRequiredAtom = atom((get) => {
  const { siwx, siweConfig } = get(servicesAtom).settings
  return siweConfig === undefined ? siwx?.isRequired === true : siweConfig.required !== false
})

export const keyOf = ({ network, address }: Pick<ProofTarget, 'network' | 'address'>): string => `${network}:${address}`

export const proofAtom = atom<Proof>({ status: 'idle' })

/** The signed message, and the account that signed it. */
export const provenAtom = atom<{ readonly key: string; readonly data: SignInData } | null>(null)

/** The page's view of it. */
export const sessionStateAtom = atom((get): SessionState => {
  const target = get(proofTargetAtom)
  const proof = get(proofAtom)
  const proven = get(provenAtom)
  if (target === null) return { status: 'none', session: null }
  if (proven?.key === keyOf(target)) return { status: 'proven', session: proven.data }
  const isUnderWay = proof.status !== 'idle' && keyOf(proof.target) === keyOf(target)
  if (!isUnderWay) return { status: 'none', session: null }
  return { status: proof.status === 'checking' ? 'checking' : 'asking', session: null }
})

/** The request is on screen, and can't be left without a decision. */
export const isDecisionDueAtom = atom((get) => {
  const isDue = ['asking', 'signing', 'leaving'].includes(get(proofAtom).status)
  const isShown = get(isOpenAtom) && ['SIWXSignMessage', 'ApproveTransaction'].includes(get(viewAtom))
  return isDue && isShown && get(isProofRequiredAtom)
})

/** The message that the embedded wallet has signed with the sign-in. */
export const signedAtom = atom<SignInSession | null>(null)

/**
 * Counts how often the view that asks for a signature has ended with the account still connected: the next step after connecting follows.
 */
export const proofEndsAtom = atom(0)

/** The message that the embedded wallet is to sign with the sign-in that is under way. */
export const oneClickAtom = atom<OneClick | null>(null)

/** The user has just connected in the modal, which shows the view if it is due. */
export const isEnteringAtom = atom(false)
