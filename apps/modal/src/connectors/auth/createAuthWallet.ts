import { AppError } from '@latchkey/protocol'
import type { WalletSession } from '../Connector.ts'
import { unlessAborted } from '../unlessAborted.ts'
import type { AuthWallet, AuthWalletOptions } from './AuthWallet.ts'
import { type AuthNamespace, authNamespaces, isAuthNamespace } from './authNamespaces.ts'
import { createAuthCalls } from './createAuthCalls.ts'
import { abort, createAuthSessions, within } from './createAuthSessions.ts'
import { createUserLoader } from './createUserLoader.ts'
import type { User } from './readUser.ts'

type Attempt = { readonly ending: AbortController; readonly namespace: AuthNamespace }

/**
 * The embedded wallet as a connector. Sign-in by email is a separate flow with its own views: `connect` fetches the accounts once the user
 * has signed in, the requested one and those of the other namespaces.
 */
export function createAuthWallet(options: AuthWalletOptions): AuthWallet {
  const { ask, signOut, networks } = options
  const sessions = createAuthSessions(options)
  const loader = createUserLoader({ ...options, sessions })
  const attempts = new Set<Attempt>()
  /** Disconnected here: a document that missed the sign-out may still have its session. */
  const ended = new Set<AuthNamespace>()

  const served = (): AuthNamespace[] => authNamespaces.filter((namespace) => networks()[namespace] !== undefined)

  const take = (users: readonly User[]): WalletSession[] => {
    const taken = sessions.take(users)
    for (const { namespace } of taken) if (isAuthNamespace(namespace)) ended.delete(namespace)
    return taken
  }

  /** Nothing is connected when it rejects, or there is nothing. */
  const open = async (
    namespace: AuthNamespace,
    signal: AbortSignal,
    act: () => Promise<readonly User[]>,
  ): Promise<readonly User[]> => {
    if (signal.aborted) throw new AppError('ABORTED')
    const attempt: Attempt = { ending: new AbortController(), namespace }
    attempts.add(attempt)
    try {
      return await unlessAborted(signal, 'ABORTED', within(attempt, act()))
    } finally {
      attempts.delete(attempt)
    }
  }

  return {
    ...createAuthCalls({ ...options, sessions, load: loader.load }),
    async connect({ namespace, network, signal }) {
      if (!isAuthNamespace(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
      const users = await open(namespace, signal, async () => {
        const wanted = await loader.loadServed(network)
        const others = served().filter((other) => other !== namespace && options.isFree(other))
        const along = await Promise.all(others.map(loader.loadAlong))
        return [wanted, ...along.flat()]
      })
      const taken = take(users)
      // The previous session may have been another user's.
      for (const other of authNamespaces) if (!taken.some((session) => session.namespace === other)) sessions.end(other)
      return taken
    },
    async restore({ namespace, network, signal }) {
      if (!isAuthNamespace(namespace) || ended.has(namespace)) return []
      const users = await open(namespace, signal, async () => {
        const { isConnected } = await ask('IS_CONNECTED', undefined)
        return isConnected ? [await loader.loadServed(network)] : []
      })
      return take(users)
    },
    async disconnect(namespace) {
      const gone = authNamespaces.filter((own) => namespace === undefined || own === namespace)
      for (const own of gone) {
        ended.add(own)
        sessions.end(own)
      }
      for (const attempt of attempts) if (gone.includes(attempt.namespace)) abort(attempt)
      const isKept = (own: AuthNamespace): boolean =>
        !gone.includes(own) && (sessions.get(own) !== undefined || options.isKept(own))
      // The wallet has one session for all its accounts.
      if (gone.length > 0 && !authNamespaces.some(isKept)) await signOut().catch(() => undefined)
    },
  }
}
