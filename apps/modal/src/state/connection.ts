import { AppError, type FrameUser } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { Address, NetworkId } from '../Modal.ts'
import { say } from '../words/say.ts'
import { type Account, connectionAtom, hasAccountAtom, setConnectionAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { activeNetworkIdAtom, resetNetworkAtom, setActiveNetworkAtom } from './networks.ts'
import { hideAtom } from './route.ts'
import { servicesAtom } from './services.ts'
import { expireAtom, forgetAtom } from './session.ts'
import { askWallet } from './wallet.ts'

/** An account, and the network that the wallet is on. */
export type WalletUser = { account: Account; network: NetworkId }

const readUser = ({ address, email = null, chainId }: FrameUser): WalletUser => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || typeof chainId !== 'number') throw new AppError('INTERNAL')
  return { account: { address: address as Address, email }, network: `eip155:${chainId}` }
}

/** Ask the wallet who is logged in, on this network. Throws the errors of GET_USER. */
export async function loadUser(get: Getter, set: Setter, chainId: NetworkId): Promise<WalletUser> {
  return readUser(await askWallet(get, set, 'GET_USER', { chainId, preferredAccountType: 'eoa' }))
}

/** The login is done: take the account and remember that there is one. */
export const takeAccountAtom = atom(null, (get, set, { account, network }: WalletUser) => {
  get(servicesAtom).storage.write('email-login-used', true)
  set(setActiveNetworkAtom, network)
  set(setConnectionAtom, { status: 'connected', account })
})

/** Failures after which asking again may find the login still there: nobody said that it is over. */
const leavesLoginOpen = (error: AppError): boolean =>
  ['FRAME_LOAD_FAILED', 'TIMEOUT', 'DISCONNECTED', 'SERVICE_UNREACHABLE', 'CHAIN_UNREACHABLE'].includes(error.name)

/** Take up a login of an earlier visit: the wallet says whether it is still open. Never throws. */
export const restoreAtom = atom(null, async (get, set) => {
  set(setConnectionAtom, { status: 'reconnecting' })
  try {
    const { isConnected } = await askWallet(get, set, 'IS_CONNECTED', undefined)
    const user = isConnected ? await loadUser(get, set, get(activeNetworkIdAtom)) : null
    // The visitor may have disconnected meanwhile.
    if (get(connectionAtom).status !== 'reconnecting') return
    if (user === null) set(forgetAtom)
    else set(takeAccountAtom, user)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (get(connectionAtom).status !== 'reconnecting') return
    if (leavesLoginOpen(error)) set(setConnectionAtom, { status: 'interrupted', error })
    else set(forgetAtom)
  }
})

/** The wallet's document was replaced. The account stays while the new one confirms it. Never throws. */
export const verifySessionAtom = atom(null, async (get, set) => {
  if (!get(hasAccountAtom)) return
  const answer = await askWallet(get, set, 'IS_CONNECTED', undefined).catch(() => null)
  if (answer?.isConnected === false && get(hasAccountAtom)) set(expireAtom)
})

/** Log out: the memory here goes first, then the wallet has 3 s to answer; what it says changes nothing here. */
export const disconnectAtom = atom(null, async (get, set) => {
  const { wallet } = get(servicesAtom)
  const hadLogin = get(connectionAtom).status !== 'disconnected'
  set(forgetAtom)
  set(resetNetworkAtom, 'eip155')
  set(announceAtom, say('said.disconnected'))
  set(hideAtom)
  if (hadLogin)
    await wallet
      .client()
      ?.request('SIGN_OUT', undefined)
      .catch(() => undefined)
})

/** Move to another network: the wallet first, if there is an account. Throws the errors of SWITCH_NETWORK and GET_USER. */
export const switchNetworkAtom = atom(null, async (get, set, network: NetworkId) => {
  if (network === get(activeNetworkIdAtom)) return
  if (get(hasAccountAtom)) {
    await askWallet(get, set, 'SWITCH_NETWORK', { chainId: network })
    const user = await loadUser(get, set, network)
    if (!get(hasAccountAtom)) throw new AppError('UNAUTHORIZED')
    if (user.network !== network) throw new AppError('CHAIN_NOT_SUPPORTED')
    set(setConnectionAtom, { status: 'connected', account: user.account })
  }
  set(setActiveNetworkAtom, network)
})
