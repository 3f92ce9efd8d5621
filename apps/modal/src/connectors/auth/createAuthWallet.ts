import { AppError, type Payload, type RequestName, type Result } from '@latchkey/protocol'
import { loadPart } from '../../loadPart.ts'
import type { AccountType, Namespace, NetworkId } from '../../Modal.ts'
import { namespaceOf } from '../../storedConnections.ts'
import type { Connector, WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { unlessAborted } from '../unlessAborted.ts'
import { type AuthNamespace, authNamespaceOf, authNamespaces, isAuthNamespace } from './authNamespaces.ts'
import type { Person } from './Person.ts'
import type { User } from './readUser.ts'

/** What the embedded wallet is reached by. */
export type AuthWalletOptions = {
  /** One request to the wallet's document, loading it if need be. Throws AppErrors alone. */
  ask<name extends RequestName>(name: name, payload: Payload<name>): Promise<Result<name>>
  /** A call of the page: the visitor approves it in the wallet, or it is a read. */
  request(network: NetworkId, args: RequestArguments): Promise<unknown>
  /** End the session in the wallet, if its document is there. */
  signOut(): Promise<void>
  /** Who is logged in. */
  onUser(person: Person): void
  /** Of the page: where a visitor signs in. */
  origin(): string
  /** The network that each of the site's namespaces is on. */
  networks(): Readonly<Partial<Record<Namespace, NetworkId>>>
  /** All of the site's networks, in its order. */
  siteNetworks(): readonly NetworkId[]
  /** The wallet has no account on a network: its operator doesn't serve it. */
  onUnserved(network: NetworkId): void
  /** Which account somebody uses on networks that have several types; `owner` is null before the wallet has said who it is. */
  accountTypeOf(owner: string | null): AccountType
  /** Whether no other wallet is in use in a namespace, so that a login brings an account there along. */
  isFree(namespace: AuthNamespace): boolean
  /** Whether the site counts on the login in a namespace, even if nothing of it was taken up in this page yet. */
  isKept(namespace: AuthNamespace): boolean
  /** The account of a session is another one than before: of another network or type, of the same user. */
  onSession(session: WalletSession): void
}

/** What a connector does once it is used; what it is stands in `createEmbeddedConnector.ts`, before this is loaded. */
export type AuthWallet = Pick<Connector, 'connect' | 'restore' | 'switchNetwork' | 'request' | 'disconnect'> &
  Required<Pick<Connector, 'setAccountType' | 'actAs'>>

/** An account that is connected. Its end lets go of everything that waits in it. */
type Session = { readonly ending: AbortController; session: WalletSession }
type Attempt = { readonly ending: AbortController; readonly namespace: AuthNamespace }

const addressOf = ({ accounts }: WalletSession): string => accounts[0].address
/** Whose account it is: of every kind, the same person's key owns it. */
const ownerOf = (session: WalletSession): string => session.kinds?.addresses.eoa ?? addressOf(session)

/**
 * The embedded wallet as a connector among the others. The login itself, by email, is a flow of its own with views of its
 * own: `connect` fetches the accounts once the visitor has proved who they are, the one that is wanted and those of the
 * other namespaces, which come along.
 */
export function createAuthWallet(options: AuthWalletOptions): AuthWallet {
  const { ask, request, signOut, onUser, networks, origin } = options
  const attempts = new Set<Attempt>()
  const sessions = new Map<AuthNamespace, Session>()
  /** Disconnected here: a document that could not be told may still know its login. */
  const ended = new Set<AuthNamespace>()

  const served = (): AuthNamespace[] => authNamespaces.filter((namespace) => networks()[namespace] !== undefined)

  const abort = ({ ending }: { readonly ending: AbortController }): void => ending.abort(new AppError('DISCONNECTED'))
  const end = (namespace: AuthNamespace): void => {
    const session = sessions.get(namespace)
    sessions.delete(namespace)
    if (session !== undefined) abort(session)
  }

  const load = async (network: NetworkId, type?: AccountType): Promise<User> => {
    // Addresses are checked by their checksum: 6 KB that a modal without an account does without.
    const reading = loadPart(import('./readUser.ts'))
    const read = async (wanted: AccountType | undefined): Promise<User> => {
      const asked = { chainId: network, ...(wanted !== undefined && { preferredAccountType: wanted }) }
      const [user, { readUser }] = await Promise.all([ask('GET_USER', asked), reading])
      return readUser(user, network)
    }
    // Solana has one account: what is chosen for the other networks is not touched.
    if (type !== undefined || namespaceOf(network) !== 'eip155') return read(type)
    const known = sessions.get('eip155')
    const first = options.accountTypeOf(known === undefined ? null : ownerOf(known.session))
    const user = await read(first)
    // In a browser that several people use, it may be somebody else than was expected.
    const wanted = options.accountTypeOf(ownerOf(user.session))
    return wanted === first || user.session.kinds?.addresses[wanted] === undefined ? user : read(wanted)
  }

  /** The account on a network, or where the wallet doesn't serve that, on the first of the site's of its kind that it serves. */
  const loadServed = async (network: NetworkId): Promise<User> => {
    const others = options.siteNetworks().filter((id) => id !== network && namespaceOf(id) === namespaceOf(network))
    const unserved: AppError[] = []
    for (const candidate of [network, ...others]) {
      try {
        return await load(candidate)
      } catch (thrown) {
        const error = AppError.from(thrown)
        if (error.name !== 'CHAIN_NOT_SUPPORTED') throw error
        unserved.push(error)
        options.onUnserved(candidate)
      }
    }
    throw unserved[0] ?? new AppError('CHAIN_NOT_SUPPORTED')
  }

  /** What comes along need not: the visitor gets it when they go there. A wallet that lies about it is no wallet, though. */
  const loadAlong = async (namespace: AuthNamespace): Promise<User[]> => {
    const network = networks()[namespace]
    if (network === undefined) return []
    try {
      return [await loadServed(network)]
    } catch (thrown) {
      if (AppError.from(thrown).name === 'WALLET_MISBEHAVED') throw thrown
      return []
    }
  }

  const take = (users: readonly User[]): WalletSession[] =>
    users.map(({ session, person }) => {
      const { network, accounts } = session
      const namespace = authNamespaceOf(network)
      if (namespace === undefined) throw new AppError('WALLET_MISBEHAVED')
      const before = sessions.get(namespace)
      // What waits in it is for the same account still.
      if (before !== undefined && addressOf(before.session) === accounts[0].address) before.session = session
      else {
        end(namespace)
        sessions.set(namespace, { ending: new AbortController(), session })
      }
      ended.delete(namespace)
      onUser(person)
      return session
    })

  /** The same person's account, as it is on another network or of another kind: whoever listens hears of what has changed. */
  const follow = (held: Session, { session, person }: User): void => {
    const before = held.session
    if (ownerOf(before) !== ownerOf(session)) throw new AppError('WALLET_MISBEHAVED')
    held.session = session
    onUser(person)
    if (JSON.stringify(before.kinds) !== JSON.stringify(session.kinds)) options.onSession(session)
  }

  /** What the wallet answers, unless what it is for ends first. */
  const within = <answer>({ ending }: { readonly ending: AbortController }, act: Promise<answer>): Promise<answer> =>
    unlessAborted(ending.signal, 'DISCONNECTED', act)

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

  const requireSession = (namespace: AuthNamespace): Session => {
    const session = sessions.get(namespace)
    if (session === undefined) throw new AppError('DISCONNECTED')
    return session
  }

  return {
    async connect({ namespace, network, signal }) {
      if (!isAuthNamespace(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
      const users = await open(namespace, signal, async () => {
        const wanted = await loadServed(network)
        const others = served().filter((other) => other !== namespace && options.isFree(other))
        const along = await Promise.all(others.map(loadAlong))
        return [wanted, ...along.flat()]
      })
      const taken = take(users)
      // Whoever was logged in before may have been somebody else.
      for (const other of authNamespaces) if (!taken.some((session) => session.namespace === other)) end(other)
      return taken
    },
    async restore({ namespace, network, signal }) {
      if (!isAuthNamespace(namespace) || ended.has(namespace)) return []
      const users = await open(namespace, signal, async () => {
        const { isConnected } = await ask('IS_CONNECTED', undefined)
        return isConnected ? [await loadServed(network)] : []
      })
      return take(users)
    },
    async switchNetwork(network) {
      const namespace = authNamespaceOf(network)
      if (namespace === undefined) throw new AppError(sessions.size === 0 ? 'DISCONNECTED' : 'CHAIN_NOT_SUPPORTED')
      const session = requireSession(namespace)
      if (network === session.session.network) return
      try {
        await within(session, ask('SWITCH_NETWORK', { chainId: network }))
      } catch (thrown) {
        const error = AppError.from(thrown)
        if (error.name === 'CHAIN_NOT_SUPPORTED') options.onUnserved(network)
        throw error
      }
      const user = await within(session, load(network))
      if (user.session.network !== network) throw new AppError('WALLET_MISBEHAVED')
      follow(session, user)
    },
    async setAccountType(type) {
      const session = requireSession('eip155')
      const asked = ask('SET_PREFERRED_ACCOUNT', { type }).then(
        (answer) => answer.type,
        (): AccountType => 'eoa',
      )
      const accepted = await within(session, asked)
      const { network } = session.session
      const user = await within(session, load(network, accepted))
      if (user.session.network !== network) throw new AppError('WALLET_MISBEHAVED')
      follow(session, user)
      return user.session.kinds?.type ?? 'eoa'
    },
    async actAs(type, act) {
      const session = requireSession('eip155')
      const { kinds, network } = session.session
      const prefer = (wanted: AccountType) => within(session, ask('SET_PREFERRED_ACCOUNT', { type: wanted }))
      if (kinds?.type === type) return act((args) => within(session, request(network, args)))
      if ((await prefer(type)).type !== type) throw new AppError('NOT_ENABLED')
      try {
        return await act((args) => within(session, request(network, args)))
      } finally {
        // Where this fails, the wallet hears it when it is next asked for the account.
        await prefer(kinds?.type ?? 'eoa').catch(() => undefined)
      }
    },
    async request(namespace, args) {
      if (!isAuthNamespace(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
      const session = requireSession(namespace)
      const act = async (given: RequestArguments): Promise<unknown> => request(session.session.network, given)
      if (namespace === 'eip155') return within(session, act(args))
      const { callSolanaFrame } = await within(session, loadPart(import('./callSolanaFrame.ts')))
      const signing = { address: addressOf(session.session), origin: origin() }
      return within(session, callSolanaFrame(act, args, signing))
    },
    async disconnect(namespace) {
      const gone = authNamespaces.filter((own) => namespace === undefined || own === namespace)
      for (const own of gone) {
        ended.add(own)
        end(own)
      }
      for (const attempt of attempts) if (gone.includes(attempt.namespace)) abort(attempt)
      const isKept = (own: AuthNamespace): boolean => !gone.includes(own) && (sessions.has(own) || options.isKept(own))
      // The wallet knows one login, whichever accounts of it are used.
      if (gone.length > 0 && !authNamespaces.some(isKept)) await signOut().catch(() => undefined)
    },
  }
}
