import { AppError } from '@latchkey/protocol'
import type { WalletSession } from '../Connector.ts'
import { unlessAborted } from '../unlessAborted.ts'
import type { AuthWalletOptions } from './AuthWallet.ts'
import { type AuthNamespace, authNamespaceOf } from './authNamespaces.ts'
import type { User } from './readUser.ts'

/** An account that is connected. Its end lets go of everything that waits in it. */
type AuthSession = { readonly ending: AbortController; session: WalletSession }

export type AuthSessions = {
  get(namespace: AuthNamespace): AuthSession | undefined
  /** Throws DISCONNECTED. */
  heldIn(namespace: AuthNamespace): AuthSession
  isEmpty(): boolean
  end(namespace: AuthNamespace): void
  /** Connects accounts. Throws WALLET_INVALID_RESPONSE for one of a namespace that the wallet has none in. */
  take(users: readonly User[]): WalletSession[]
  /** The same user's account, on another network or of another type. Throws WALLET_INVALID_RESPONSE for another user's. */
  follow(held: AuthSession, user: User): void
}

export const addressOf = ({ accounts }: WalletSession): string => accounts[0].address

/** The owner of an account: the same user's key owns all account types. */
export const ownerOf = (session: WalletSession): string => session.kinds?.addresses.eoa ?? addressOf(session)

type Ending = { readonly ending: AbortController }

export const abort = ({ ending }: Ending): void => ending.abort(new AppError('DISCONNECTED'))

/** Returns the wallet's response, unless the signal fires first. */
export const within = <answer>({ ending }: Ending, act: Promise<answer>): Promise<answer> =>
  unlessAborted(ending.signal, 'DISCONNECTED', act)

/** The accounts of the embedded wallet that are connected, one a namespace. */
export const createAuthSessions = ({
  onUser,
  onSession,
}: Pick<AuthWalletOptions, 'onUser' | 'onSession'>): AuthSessions => {
  const sessions = new Map<AuthNamespace, AuthSession>()
  const end = (namespace: AuthNamespace): void => {
    const session = sessions.get(namespace)
    sessions.delete(namespace)
    if (session !== undefined) abort(session)
  }
  return {
    get: (namespace) => sessions.get(namespace),
    heldIn(namespace) {
      const session = sessions.get(namespace)
      if (session === undefined) throw new AppError('DISCONNECTED')
      return session
    },
    isEmpty: () => sessions.size === 0,
    end,
    take: (users) =>
      users.map(({ session, person }) => {
        const { network, accounts } = session
        const namespace = authNamespaceOf(network)
        if (namespace === undefined) throw new AppError('WALLET_INVALID_RESPONSE')
        const before = sessions.get(namespace)
        // Requests pending in it are still for the same account.
        if (before !== undefined && addressOf(before.session) === accounts[0].address) before.session = session
        else {
          end(namespace)
          sessions.set(namespace, { ending: new AbortController(), session })
        }
        onUser(person)
        return session
      }),
    follow(held, { session, person }) {
      const before = held.session
      if (ownerOf(before) !== ownerOf(session)) throw new AppError('WALLET_INVALID_RESPONSE')
      held.session = session
      onUser(person)
      if (JSON.stringify(before.kinds) !== JSON.stringify(session.kinds)) onSession(session)
    },
  }
}
