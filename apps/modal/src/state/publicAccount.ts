import type { Getter } from 'jotai/vanilla'
import type { AccountState, Namespace } from '../Modal.ts'
import { namespaceStatusAtom } from './connections.ts'
import { emailAtom } from './email.ts'
import { heldAtom, inUse, orderedSession, walletOf } from './held.ts'

/** The account of a namespace as the page sees it. */
export const publicAccount = (get: Getter, namespace: Namespace): AccountState => {
  const held = inUse(get(heldAtom), namespace)
  const status = get(namespaceStatusAtom)[namespace] ?? 'disconnected'
  if (held === undefined)
    return { namespace, status, address: null, addresses: [], caipAddress: null, email: null, wallet: null }
  const { address, session } = held
  const wallet = walletOf(held)
  return {
    namespace,
    status,
    address,
    addresses: orderedSession(held).accounts.map((account) => account.address),
    caipAddress: `${session.network}:${address}`,
    email: wallet.type === 'auth' ? get(emailAtom) : null,
    wallet,
  }
}
