import type { TokenBalance } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { namespaceOf } from '../../storedConnections.ts'
import { activeSession, connectedSessionsAtom } from '../connectedSessions.ts'
import { findNetworkAtom } from '../networks.ts'
import { pushAtom } from '../route.ts'
import { accountOnNetworkAtom, chooseTokenAtom } from './form.ts'

/** Whether the active account can send from here: its network is known, and its wallet can. */
export const canSendAtom = atom((get): boolean => {
  const place = get(accountOnNetworkAtom)
  if (place === null || get(findNetworkAtom)(place.network) === undefined) return false
  const namespace = namespaceOf(place.network)
  const connector = activeSession(get(connectedSessionsAtom), namespace)?.connector
  return namespace === 'eip155' || namespace === 'solana' || (namespace === 'bip122' && connector?.canTransfer === true)
})

/**
 * Opens the form, for a token if given. Throws UNAUTHORIZED without a connected address, and CHAIN_NOT_SUPPORTED on an unknown network
 * (specification section 5), or one without sending.
 */
export const openSendAtom = atom(null, (get, set, token?: TokenBalance) => {
  if (get(accountOnNetworkAtom) === null) throw new AppError('UNAUTHORIZED')
  if (!get(canSendAtom)) throw new AppError('CHAIN_NOT_SUPPORTED')
  if (token !== undefined) set(chooseTokenAtom, token)
  set(pushAtom, { view: 'WalletSend' })
})
