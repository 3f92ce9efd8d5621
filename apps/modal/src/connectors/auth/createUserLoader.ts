import { AppError } from '@latchkey/protocol'
import { loadPart } from '../../loadPart.ts'
import type { AccountType, NetworkId } from '../../Modal.ts'
import { namespaceOf } from '../../storedConnections.ts'
import type { AuthWalletOptions } from './AuthWallet.ts'
import type { AuthNamespace } from './authNamespaces.ts'
import { type AuthSessions, ownerOf } from './createAuthSessions.ts'
import type { User } from './readUser.ts'

type LoaderInput = Pick<AuthWalletOptions, 'ask' | 'networks' | 'siteNetworks' | 'onUnserved' | 'accountTypeOf'> & {
  sessions: Pick<AuthSessions, 'get'>
}

/** Requests accounts from the embedded wallet. Throws the wallet's error, or WALLET_INVALID_RESPONSE. */
export const createUserLoader = ({ ask, networks, siteNetworks, onUnserved, accountTypeOf, sessions }: LoaderInput) => {
  const load = async (network: NetworkId, type?: AccountType): Promise<User> => {
    // Addresses are checked by their checksum: 6 KB that a modal without an account does without.
    const reading = loadPart(import('./readUser.ts'))
    const read = async (wanted: AccountType | undefined): Promise<User> => {
      const asked = { chainId: network, ...(wanted !== undefined && { preferredAccountType: wanted }) }
      const [user, { readUser }] = await Promise.all([ask('GET_USER', asked), reading])
      return readUser(user, network)
    }
    // Solana has one account: the choice for the other networks stays.
    if (type !== undefined || namespaceOf(network) !== 'eip155') return read(type)
    const known = sessions.get('eip155')
    const first = accountTypeOf(known === undefined ? null : ownerOf(known.session))
    const user = await read(first)
    // In a shared browser, this may be a different user than expected.
    const wanted = accountTypeOf(ownerOf(user.session))
    return wanted === first || user.session.kinds?.addresses[wanted] === undefined ? user : read(wanted)
  }

  /** The account on a network, or where the wallet doesn't serve that, on the site's first network of its namespace that it serves. */
  const loadServed = async (network: NetworkId): Promise<User> => {
    const others = siteNetworks().filter((id) => id !== network && namespaceOf(id) === namespaceOf(network))
    const unserved: AppError[] = []
    for (const candidate of [network, ...others]) {
      try {
        return await load(candidate)
      } catch (thrown) {
        const error = AppError.from(thrown)
        if (error.name !== 'CHAIN_NOT_SUPPORTED') throw error
        unserved.push(error)
        onUnserved(candidate)
      }
    }
    throw unserved[0] ?? new AppError('CHAIN_NOT_SUPPORTED')
  }

  /** Other namespaces may fail: the user gets them on switching there. Invalid responses still throw. */
  const loadAlong = async (namespace: AuthNamespace): Promise<User[]> => {
    const network = networks()[namespace]
    if (network === undefined) return []
    try {
      return [await loadServed(network)]
    } catch (thrown) {
      if (AppError.from(thrown).name === 'WALLET_INVALID_RESPONSE') throw thrown
      return []
    }
  }

  return { load, loadServed, loadAlong }
}
export type UserLoader = ReturnType<typeof createUserLoader>
