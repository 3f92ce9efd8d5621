import { AppError, type Payload, type RequestName, type Result } from '@latchkey/protocol'
import { loadPart } from '../../loadPart.ts'
import type { Namespace, NetworkId } from '../../Modal.ts'
import type { RequestArguments } from '../../provider/Eip1193Provider.ts'
import type { Connector, WalletSession } from '../Connector.ts'
import { unlessAborted } from '../unlessAborted.ts'
import type { Person } from './Person.ts'
import type { User } from './readUser.ts'

/** What the embedded wallet is reached by. */
export type AuthWalletOptions = {
  /** One request to the wallet's document, loading it if need be. Throws AppErrors alone. */
  ask<name extends RequestName>(name: name, payload: Payload<name>): Promise<Result<name>>
  /** A call of the page: the visitor approves it in the wallet, or it is a read. */
  request(args: RequestArguments): Promise<unknown>
  /** End the session in the wallet, if its document is there. */
  signOut(): Promise<void>
  /** Who is logged in. */
  onUser(person: Person): void
}

/** Connector id of the embedded wallet. No wallet of the page can take it: the embedded one is known first. */
export const authConnectorId = 'auth'

/** Whether a connection is the embedded wallet's. */
export const isAuthConnection = (connectorId: string, namespace: Namespace): boolean =>
  connectorId === authConnectorId && namespace === 'eip155'

const namespace = 'eip155'

/** A session that is open, or an attempt to open one. Its end lets go of everything that waits in it. */
type Life = { readonly ending: AbortController; network: NetworkId | null }

/**
 * The embedded wallet as a connector among the others. The login itself, by email, is a flow of its own with views of its
 * own: `connect` fetches the account once the visitor has proved who they are.
 */
export function createAuthWallet({ ask, request, signOut, onUser }: AuthWalletOptions): Connector {
  const attempts = new Set<Life>()
  let current: Life | null = null
  /** Disconnected here: a document that could not be told may still know its login. */
  let isEnded = false

  const endLife = (life: Life | null): void => life?.ending.abort(new AppError('DISCONNECTED'))

  const load = async (network: NetworkId): Promise<User> => {
    // Addresses are checked by their checksum: 6 KB that a modal without an account does without.
    const reading = loadPart(import('./readUser.ts'))
    const [user, { readUser }] = await Promise.all([
      ask('GET_USER', { chainId: network, preferredAccountType: 'eoa' }),
      reading,
    ])
    return readUser(user)
  }

  const take = (life: Life, { session, person }: User): void => {
    life.network = session.network
    onUser(person)
  }

  /** What the wallet answers, unless the life ends first. */
  const within = <answer>(life: Life, act: Promise<answer>): Promise<answer> =>
    unlessAborted(life.ending.signal, 'DISCONNECTED', act)

  /** Nothing is connected when it rejects, or there is nothing. */
  const open = async (signal: AbortSignal, act: () => Promise<User | null>): Promise<WalletSession[]> => {
    if (signal.aborted) throw new AppError('ABORTED')
    const life: Life = { ending: new AbortController(), network: null }
    attempts.add(life)
    try {
      const user = await unlessAborted(signal, 'ABORTED', within(life, act()))
      if (user === null) return []
      endLife(current)
      current = life
      isEnded = false
      take(life, user)
      return [user.session]
    } finally {
      attempts.delete(life)
    }
  }

  const requireLife = (): Life => {
    if (current === null) throw new AppError('DISCONNECTED')
    return current
  }

  return {
    id: authConnectorId,
    type: 'auth',
    name: 'Email',
    icon: null,
    rdns: null,
    namespaces: [namespace],
    async connect({ namespace: of, network, signal }) {
      if (of !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      return open(signal, () => load(network))
    },
    async restore({ namespace: of, network, signal }) {
      if (isEnded || of !== namespace) return []
      return open(signal, async () => {
        const { isConnected } = await ask('IS_CONNECTED', undefined)
        return isConnected ? load(network) : null
      })
    },
    async switchNetwork(network) {
      const life = requireLife()
      if (!network.startsWith(`${namespace}:`)) throw new AppError('CHAIN_NOT_SUPPORTED')
      if (network === life.network) return
      await within(life, ask('SWITCH_NETWORK', { chainId: network }))
      take(life, await within(life, load(network)))
      if (life.network !== network) throw new AppError('WALLET_MISBEHAVED')
    },
    async request(of, args) {
      if (of !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      return within(requireLife(), request(args))
    },
    async disconnect(of = namespace) {
      if (of !== namespace) return
      isEnded = true
      for (const life of attempts) endLife(life)
      endLife(current)
      current = null
      await signOut().catch(() => undefined)
    },
    // A session that ends by itself is noticed at the next request, and its document's end at the frame: see `state/`.
    listen: () => () => undefined,
  }
}
