/**
 * A connector over the driver of one kind of wallet: what is the same for all of them that are not EIP-1193.
 *
 * Requirements: nothing that the wallet leaves open keeps a promise of ours waiting; who has left or has disconnected stays
 * so, whatever comes late; a wallet whose accounts cannot be read any more is no longer connected.
 *
 * Design: an attempt to connect and the session that it becomes are one `Life`, which hears the wallet from before the first
 * question on, until it ends or nobody listens to the connector any more. Its end lets go of everything that waits in it.
 * The wallet's events say only that something is different: the driver looks what there is now, and the last look counts.
 */
import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import { AppError, timeouts } from '@latchkey/protocol'
import { askWallet } from './askWallet.ts'
import type { Connector, ConnectRequest, RestoreRequest, WalletAccount, WalletSession } from './Connector.ts'
import { createListeners } from './createListeners.ts'
import type { RequestArguments } from './Eip1193Provider.ts'

/** What a wallet grants. Without accounts it is nothing, which is null too. */
export type Grant = {
  readonly accounts: readonly WalletAccount[]
  readonly network: CaipNetworkId
  readonly approved?: readonly CaipNetworkId[]
}

/** One kind of wallet, of one namespace. What it throws is an AppError, and it throws WALLET_MISBEHAVED for a lie. */
export type WalletDriver = Pick<Connector, 'canTransfer'> & {
  readonly namespace: ChainNamespace
  /**
   * Ask the visitor, who may take as long as they like. It goes on when they leave, and nothing comes of it. It is not taken
   * back from the wallet either: another modal of the page may be connected to it by then.
   */
  open(network: CaipNetworkId): Promise<Grant | null>
  /** What is granted from before. Asks nobody, and ends within seconds. */
  reopen(request: Pick<RestoreRequest, 'network' | 'signal' | 'accounts'>): Promise<Grant | null>
  /**
   * Hear that something is different, and look what it is. `look` may reject, and must end within seconds. Throws nothing;
   * returns what stops it.
   */
  follow(session: () => WalletSession | null, hear: (look: Look) => void): () => void
  /** Asked for one network of the namespace, which is not the one in use. Resolves with what is granted there. */
  move(network: CaipNetworkId, session: WalletSession, signal: AbortSignal): Promise<Grant | null>
  call(args: RequestArguments, session: WalletSession, signal: AbortSignal): Promise<unknown>
  /** As far as the wallet knows how. */
  close(): unknown
}

export type Look = (signal: AbortSignal) => Grant | null | Promise<Grant | null>

export type DrivenConnectorOptions = Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> & {
  driver: WalletDriver
}

type Life = {
  readonly ending: AbortController
  /** What stops hearing the wallet; null while it is not heard. */
  stop: (() => void) | null
  session: WalletSession | null
  looks: number
  /** Where a switch of ours is going, and what was seen of it meanwhile: nothing that the wallet does by itself. */
  move: { readonly network: CaipNetworkId; seen: WalletSession | null } | null
}

export function createDrivenConnector({ driver, ...claims }: DrivenConnectorOptions): Connector {
  const { namespace } = driver
  const attempts = new Set<Life>()
  let current: (Life & { session: WalletSession }) | null = null
  /** Disconnected here: what the wallet still grants is no login. */
  let isEnded = false

  const hear = (life: Life): void => {
    life.stop ??= driver.follow(
      () => life.session,
      (look) => void lookAgain(life, look),
    )
  }

  const stopHearing = (life: Life): void => {
    life.stop?.()
    life.stop = null
  }

  const { tell, listen } = createListeners({
    onFirst: () => current !== null && hear(current),
    onLast: () => current !== null && stopHearing(current),
  })

  const endLife = (life: Life): void => {
    life.ending.abort(new AppError('DISCONNECTED'))
    stopHearing(life)
  }

  const endCurrent = (): void => {
    if (current !== null) endLife(current)
    current = null
  }

  const beginLife = (): Life => {
    const life: Life = { ending: new AbortController(), stop: null, session: null, looks: 0, move: null }
    hear(life)
    return life
  }

  /** What it tells before there is a session is older than the answer that makes one. */
  const lookAgain = async (life: Life, look: Look): Promise<void> => {
    if (current !== life) return
    const turn = ++life.looks
    const { signal } = life.ending
    const grant = await (async () => look(signal))().catch(() => null)
    if (current !== life || turn !== life.looks) return
    const session = toSession(namespace, grant)
    if (session === null) {
      endCurrent()
      tell((listener) => listener.onEnd(namespace))
    } else if (life.move?.network === session.network) life.move.seen = session
    else take(life, session)
  }

  const take = (life: Life, session: WalletSession): void => {
    const isNews = life.session === null || !isSame(session, life.session)
    life.session = session
    if (isNews) tell((listener) => listener.onSession(session))
  }

  /** Makes a session of what the wallet grants; null when that is nothing. Nothing is connected when it rejects. */
  const begin = async (
    { signal }: Pick<ConnectRequest, 'signal'>,
    ask: (signal: AbortSignal) => Promise<Grant | null>,
  ): Promise<WalletSession | null> => {
    const life = beginLife()
    attempts.add(life)
    try {
      const both = AbortSignal.any([signal, life.ending.signal])
      const session = toSession(namespace, await askWallet(() => ask(both), { signal: both }))
      if (session === null) {
        endLife(life)
        return null
      }
      endCurrent()
      current = Object.assign(life, { session })
      isEnded = false
      return session
    } catch (thrown) {
      endLife(life)
      throw thrown
    } finally {
      attempts.delete(life)
    }
  }

  const close = (): Promise<unknown> =>
    askWallet(() => driver.close(), { withinMs: timeouts.signOutMs }).catch(() => null)

  return {
    ...claims,
    namespaces: [namespace],
    ...(driver.canTransfer !== undefined && { canTransfer: driver.canTransfer }),
    async connect(request) {
      if (request.namespace !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      requireNamespace(request.network)
      const session = await begin(request, () => driver.open(request.network))
      if (session === null) throw new AppError('NAMESPACE_NOT_GRANTED')
      return [session]
    },
    async restore(request) {
      if (isEnded || request.namespace !== namespace) return []
      requireNamespace(request.network)
      const session = await begin(request, (signal) => driver.reopen({ ...request, signal }))
      return session === null ? [] : [session]
    },
    async switchNetwork(network) {
      const life = current
      if (life === null) throw new AppError('DISCONNECTED')
      requireNamespace(network)
      if (network === life.session.network) return
      const { signal } = life.ending
      const before = life.session
      const move = { network, seen: null }
      life.move = move
      try {
        const session = toSession(namespace, await askWallet(() => driver.move(network, before, signal), { signal }))
        if (session?.network !== network) throw new AppError('WALLET_MISBEHAVED')
        move.seen = null
        life.session = session
        if (!isSame(session.accounts, before.accounts)) tell((listener) => listener.onSession(session))
      } catch (thrown) {
        // It may have moved all the same, which then is its own doing.
        if (current === life && move.seen !== null) take(life, move.seen)
        throw thrown
      } finally {
        life.move = null
      }
    },
    async request(of, args) {
      if (of !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      if (current === null) throw new AppError('DISCONNECTED')
      const { session, ending } = current
      return askWallet(() => driver.call(args, session, ending.signal), { signal: ending.signal })
    },
    async disconnect(of = namespace) {
      if (of !== namespace) return
      const wasEnded = isEnded
      isEnded = true
      for (const life of attempts) endLife(life)
      endCurrent()
      if (!wasEnded) await close()
    },
    listen,
  }

  function requireNamespace(network: CaipNetworkId): void {
    if (!network.startsWith(`${namespace}:`)) throw new AppError('CHAIN_NOT_SUPPORTED')
  }
}

function toSession(namespace: ChainNamespace, grant: Grant | null): WalletSession | null {
  const [first, ...others] = grant?.accounts ?? []
  if (grant === null || first === undefined) return null
  const { network, approved } = grant
  return { namespace, accounts: [first, ...others], network, ...(approved && { approved }) }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
