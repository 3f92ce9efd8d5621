import { AppError } from '@latchkey/protocol'
import { loadPart } from '../../loadPart.ts'
import type { AccountType } from '../../Modal.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import type { AuthWallet, AuthWalletOptions } from './AuthWallet.ts'
import { authNamespaceOf, isAuthNamespace } from './authNamespaces.ts'
import { type AuthSessions, addressOf, within } from './createAuthSessions.ts'
import type { UserLoader } from './createUserLoader.ts'

type CallsInput = Pick<AuthWalletOptions, 'ask' | 'request' | 'onUnserved' | 'origin'> & {
  sessions: AuthSessions
  load: UserLoader['load']
}

/** Requests to the embedded wallet for the connected accounts. */
export const createAuthCalls = ({
  ask,
  request,
  onUnserved,
  origin,
  sessions,
  load,
}: CallsInput): Pick<AuthWallet, 'switchNetwork' | 'setAccountType' | 'actAs' | 'request'> => ({
  async switchNetwork(network) {
    const namespace = authNamespaceOf(network)
    if (namespace === undefined) throw new AppError(sessions.isEmpty() ? 'DISCONNECTED' : 'CHAIN_NOT_SUPPORTED')
    const session = sessions.heldIn(namespace)
    if (network === session.session.network) return
    try {
      await within(session, ask('SWITCH_NETWORK', { chainId: network }))
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.name === 'CHAIN_NOT_SUPPORTED') onUnserved(network)
      throw error
    }
    const user = await within(session, load(network))
    if (user.session.network !== network) throw new AppError('WALLET_INVALID_RESPONSE')
    sessions.follow(session, user)
  },
  async setAccountType(type) {
    const session = sessions.heldIn('eip155')
    const asked = ask('SET_PREFERRED_ACCOUNT', { type }).then(
      (answer) => answer.type,
      (): AccountType => 'eoa',
    )
    const accepted = await within(session, asked)
    const { network } = session.session
    const user = await within(session, load(network, accepted))
    if (user.session.network !== network) throw new AppError('WALLET_INVALID_RESPONSE')
    sessions.follow(session, user)
    return user.session.kinds?.type ?? 'eoa'
  },
  async actAs(type, act) {
    const session = sessions.heldIn('eip155')
    const { kinds, network } = session.session
    const prefer = (wanted: AccountType) => within(session, ask('SET_PREFERRED_ACCOUNT', { type: wanted }))
    if (kinds?.type === type) return act((args) => within(session, request(network, args)))
    if ((await prefer(type)).type !== type) throw new AppError('NOT_ENABLED')
    try {
      return await act((args) => within(session, request(network, args)))
    } finally {
      // If this fails, the wallet receives it with the next request for the account.
      await prefer(kinds?.type ?? 'eoa').catch(() => undefined)
    }
  },
  async request(namespace, args) {
    if (!isAuthNamespace(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
    const session = sessions.heldIn(namespace)
    const act = async (given: RequestArguments): Promise<unknown> => request(session.session.network, given)
    if (namespace === 'eip155') return within(session, act(args))
    const { callSolanaFrame } = await within(session, loadPart(import('./callSolanaFrame.ts')))
    const signing = { address: addressOf(session.session), origin: origin() }
    return within(session, callSolanaFrame(act, args, signing))
  },
})
