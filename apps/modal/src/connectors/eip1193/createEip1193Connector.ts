/**
 * A connector over any EIP-1193 provider: announced, injected, or brought by the dapp.
 *
 * Requirements: nothing that the wallet says is believed before it is read; nothing that it leaves open keeps a promise of
 * ours waiting; who has left or has disconnected stays so, whatever comes late.
 *
 * Design: an attempt to connect and the session that it becomes are one `Life`, which listens to the wallet from before
 * the first question on, until it ends or nobody listens to the connector any more. Its end lets go of everything that
 * waits in it. The wallet's events change the session; only an attempt makes one.
 */
import type { CaipNetworkId } from '@latchkey/chains'
import { AppError, isAppError, timeouts } from '@latchkey/protocol'
import type { Connector, WalletAccount, WalletSession } from '../Connector.ts'
import { checkTarget } from '../checkTarget.ts'
import { createListeners } from '../createListeners.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { askProvider } from './askProvider.ts'
import { chainToAdd, type NetworkDetails, toHexChainId } from './chainToAdd.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { followProvider } from './followProvider.ts'
import { readAccounts, readNetwork } from './readAnswers.ts'

export type Eip1193ConnectorOptions = Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> &
  NetworkDetails & {
    provider: ForeignProvider
    patience?: Patience
  }

export type Patience = {
  /** For a question that the wallet answers by itself. A wallet that sleeps is woken by it first. */
  silentMs: number
  /** Some wallets say that they have moved before they have: when they are asked where they are. */
  movedAfterMs: readonly number[]
}

const namespace = 'eip155'
const usualPatience: Patience = { silentMs: 10_000, movedAfterMs: [0, 100, 400, 1500] }

type Accounts = WalletSession['accounts']
type Life = {
  readonly end: (error: AppError) => void
  readonly signal: AbortSignal
  /** What stops listening to the wallet; null while nobody listens to it. */
  stop: (() => void) | null
  /** What the wallet told since it was last asked. */
  heard: { accounts?: readonly WalletAccount[]; network?: CaipNetworkId }
}

export function createEip1193Connector(options: Eip1193ConnectorOptions): Connector {
  const { provider, rpcUrls, ownNetworks, patience = usualPatience, ...claims } = options
  const attempts = new Set<Life>()
  let current: { life: Life; session: WalletSession } | null = null
  /** Disconnected here: what the wallet still grants is no login. */
  let isEnded = false
  /** Where a switch of ours is going, which is nothing that the wallet does by itself. */
  let movingTo: CaipNetworkId | null = null

  const ask = (method: string, params: RequestArguments['params'], signal: AbortSignal) =>
    askProvider(provider, { method, params }, { signal })
  const askSilently = (method: string, signal: AbortSignal) =>
    askProvider(provider, { method }, { signal, withinMs: patience.silentMs })
  const askNetwork = async (signal: AbortSignal) => readNetwork(await askSilently('eth_chainId', signal))

  const hear = (life: Life): void => {
    life.stop ??= followProvider(provider, {
      onAccounts(accounts) {
        life.heard.accounts = accounts
        if (current?.life === life) takeAccounts(accounts)
      },
      onNetwork(network) {
        life.heard.network = network
        if (current?.life === life) takeNetwork(network)
      },
      onDisconnect: () => void checkStillThere(life),
    })
  }

  const stopHearing = (life: Life): void => {
    life.stop?.()
    life.stop = null
  }

  const { tell, listen } = createListeners({
    onFirst: () => current !== null && hear(current.life),
    onLast: () => current !== null && stopHearing(current.life),
  })

  const beginLife = (): Life => {
    const ending = new AbortController()
    const end = (error: AppError): void => {
      ending.abort(error)
      stopHearing(life)
    }
    const life: Life = { end, signal: ending.signal, stop: null, heard: {} }
    hear(life)
    return life
  }

  const takeAccounts = (accounts: readonly WalletAccount[]): void => {
    if (current === null || isSame(accounts, current.session.accounts)) return
    if (!hasAny(accounts)) {
      endByWallet()
      return
    }
    const session = { ...current.session, accounts }
    current = { ...current, session }
    tell((listener) => listener.onSession(session))
  }

  const takeNetwork = (network: CaipNetworkId): void => {
    if (current === null || network === current.session.network) return
    const session = { ...current.session, network }
    current = { ...current, session }
    if (network !== movingTo) tell((listener) => listener.onSession(session))
  }

  const endByWallet = (): void => {
    current?.life.end(new AppError('DISCONNECTED'))
    current = null
    tell((listener) => listener.onEnd(namespace))
  }

  /** `disconnect` may mean that a node was lost for a moment (MetaMask says so with 1013): the accounts decide. */
  const checkStillThere = async (life: Life): Promise<void> => {
    const accounts = await askSilently('eth_accounts', life.signal)
      .then(readAccounts)
      .catch(() => [])
    if (current?.life === life) takeAccounts(accounts)
  }

  /**
   * Makes a session of what the wallet grants; null when that is nothing. Nothing is connected when it rejects. What the
   * wallet grants after that is not taken back from it: another modal on the page may be using it by now.
   */
  const open = async (
    signal: AbortSignal,
    askAccounts: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<WalletSession | null> => {
    const life = beginLife()
    attempts.add(life)
    try {
      const both = AbortSignal.any([signal, life.signal])
      const answered = readAccounts(await askAccounts(both))
      // What it told before its answer is older than the answer.
      life.heard = {}
      const network = await askNetwork(both)
      const accounts = life.heard.accounts ?? answered
      if (!hasAny(accounts)) {
        life.end(new AppError('DISCONNECTED'))
        return null
      }
      const session: WalletSession = { namespace, accounts, network: life.heard.network ?? network }
      current?.life.end(new AppError('DISCONNECTED'))
      current = { life, session }
      isEnded = false
      return session
    } catch (thrown) {
      life.end(new AppError('DISCONNECTED'))
      throw thrown
    } finally {
      attempts.delete(life)
    }
  }

  /** As far as a wallet knows it, which few do, and within the time that a sign-out has. */
  const revoke = (): Promise<unknown> =>
    askProvider(
      provider,
      { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] },
      { signal: new AbortController().signal, withinMs: Math.min(timeouts.signOutMs, patience.silentMs) },
    ).catch(() => null)

  /** As `checkTarget`, unless the wallet says by itself that it has that account, or is there: it may not have told of a change. */
  const checkWithWallet = async (args: RequestArguments, { life, session }: NonNullable<typeof current>) => {
    try {
      checkTarget(args, session)
    } catch (refusal) {
      const accounts = await askSilently('eth_accounts', life.signal)
        .then(readAccounts)
        .catch(() => [])
      if (!hasAny(accounts)) throw refusal
      checkTarget(args, { namespace, accounts, network: await askNetwork(life.signal) })
    }
  }

  const requestAccounts = async (signal: AbortSignal): Promise<unknown> => {
    try {
      return await ask('eth_requestAccounts', undefined, signal)
    } catch (thrown) {
      // So answers a wallet that is locked, or that has no account yet.
      throw isAppError(thrown, 'UNAUTHORIZED') ? new AppError('WALLET_LOCKED', { details: thrown.details }) : thrown
    }
  }

  const move = async (network: CaipNetworkId, signal: AbortSignal): Promise<void> => {
    const target = [{ chainId: toHexChainId(network) }]
    try {
      await ask('wallet_switchEthereumChain', target, signal)
    } catch (thrown) {
      const chain = isAppError(thrown, 'CHAIN_NOT_SUPPORTED') ? chainToAdd(network, { rpcUrls, ownNetworks }) : null
      if (chain === null) throw thrown
      await ask('wallet_addEthereumChain', [chain], signal)
      // Most wallets offer to move as they add.
      if ((await askNetwork(signal)) !== network) await ask('wallet_switchEthereumChain', target, signal)
    }
    for (const waitMs of patience.movedAfterMs) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if ((await askNetwork(signal)) === network) return
    }
    throw new AppError('WALLET_MISBEHAVED')
  }

  return {
    ...claims,
    namespaces: [namespace],
    async connect(request) {
      if (request.namespace !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      const session = await open(request.signal, requestAccounts)
      if (session === null) throw new AppError('NAMESPACE_NOT_GRANTED')
      return [session]
    },
    async restore(request) {
      if (isEnded || request.namespace !== namespace) return []
      const session = await open(request.signal, (signal) => askSilently('eth_accounts', signal))
      return session === null ? [] : [session]
    },
    async switchNetwork(network) {
      if (current === null) throw new AppError('DISCONNECTED')
      if (!network.startsWith(`${namespace}:`)) throw new AppError('CHAIN_NOT_SUPPORTED')
      if (network === current.session.network) return
      const { life } = current
      movingTo = network
      try {
        await move(network, life.signal)
        if (current?.life === life) takeNetwork(network)
      } catch (thrown) {
        // It may have moved all the same, which then is its own doing.
        const session = current?.life === life ? current.session : null
        if (session?.network === network) tell((listener) => listener.onSession(session))
        throw thrown
      } finally {
        movingTo = null
      }
    },
    async request(of, args) {
      if (of !== namespace) throw new AppError('NAMESPACE_NOT_GRANTED')
      if (current === null) throw new AppError('DISCONNECTED')
      const { life } = current
      await checkWithWallet(args, current)
      return ask(args.method, args.params, life.signal)
    },
    async disconnect(of = namespace) {
      if (of !== namespace) return
      const wasEnded = isEnded
      isEnded = true
      for (const life of attempts) life.end(new AppError('DISCONNECTED'))
      current?.life.end(new AppError('DISCONNECTED'))
      current = null
      if (!wasEnded) await revoke()
    },
    listen,
  }
}

const hasAny = (accounts: readonly WalletAccount[]): accounts is Accounts => accounts.length > 0

const isSame = (one: readonly WalletAccount[], other: readonly WalletAccount[]): boolean =>
  one.length === other.length && one.every(({ address }, index) => address === other[index]?.address)
