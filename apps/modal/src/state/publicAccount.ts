import { atom } from 'jotai/vanilla'
import type { AccountState } from '../Modal.ts'
import { connectionAtom } from './accounts.ts'
import { isOpeningAtom } from './emailLogin.ts'
import { activeNetworkIdAtom } from './networks.ts'

/** The account as the page sees it. */
export const publicAccountAtom = atom((get): AccountState => {
  const connection = get(connectionAtom)
  if (connection.status === 'connected') {
    const { address, email } = connection.account
    return { status: 'connected', address, email, caipAddress: `${get(activeNetworkIdAtom)}:${address}` }
  }
  const nobody = { address: null, caipAddress: null, email: null }
  if (get(isOpeningAtom)) return { status: 'connecting', ...nobody }
  return { status: connection.status === 'reconnecting' ? 'reconnecting' : 'disconnected', ...nobody }
})
