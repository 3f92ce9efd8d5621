import type { Getter } from 'jotai/vanilla'
import { disconnectedAccount } from '../hub.ts'
import type { AccountState, Namespace } from '../Modal.ts'
import { activeSession, connectedSessionsAtom, orderedSession, walletOf } from './connectedSessions.ts'
import { namespaceStatusAtom } from './connections.ts'
import { personAtom } from './person.ts'

/** The account of a namespace as the page sees it. */
export const publicAccount = (get: Getter, namespace: Namespace): AccountState => {
  const held = activeSession(get(connectedSessionsAtom), namespace)
  const status = get(namespaceStatusAtom)[namespace] ?? 'disconnected'
  if (held === undefined) return { ...disconnectedAccount(namespace), status }
  const { address, session } = held
  const wallet = walletOf(held)
  const person = wallet.type === 'auth' ? get(personAtom) : null
  return {
    namespace,
    status,
    address,
    addresses: orderedSession(held).accounts.map((account) => account.address),
    caipAddress: `${session.network}:${address}`,
    email: person?.email ?? null,
    userName: person?.userName ?? null,
    wallet,
    type: session.kinds?.type ?? null,
    isSmartAccountDeployed: session.kinds?.isDeployed ?? null,
  }
}
