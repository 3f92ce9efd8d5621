import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'
import { heldAtom, inUse } from './held.ts'

/** Returns whether the wallet in use of a network's namespace may be used there as it is: always without a wallet, or with one that takes any. */
export const isApprovedAtom = atom((get) => {
  const held = get(heldAtom)
  return (id: NetworkId): boolean => inUse(held, namespaceOf(id))?.session.approved?.includes(id) ?? true
})
