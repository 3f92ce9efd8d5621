import type { CaipNetworkId } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { Connector, WalletAccount, WalletSession } from '../Connector.ts'
import { createLife, type Life } from '../createLife.ts'
import { createListeners } from '../createListeners.ts'
import type { Questions } from './createQuestions.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { followProvider } from './followProvider.ts'
import { readAccounts } from './readAnswers.ts'

/** The namespace of EIP-1193 wallets. */
export const namespace = 'eip155'

/** `heard`: the wallet's events since it was last queried. */
type Attempt = Life & { heard: { accounts?: readonly WalletAccount[]; network?: CaipNetworkId } }
type ConnectedSession = { readonly life: Life; readonly session: WalletSession }

export type Sessions = Pick<Connector, 'listen'> & {
  /** Returns what is connected. Throws DISCONNECTED. */
  held(): ConnectedSession
  /**
   * Creates a session from the wallet's grant; null when there is none. Nothing is connected when it rejects. A later grant isn't revoked
   * at the wallet: another modal on the page may be using it by now.
   */
  open(signal: AbortSignal, askGrant: (signal: AbortSignal) => Promise<unknown>): Promise<WalletSession | null>
  /** Switches the session to a network, once `ask` has switched the wallet. */
  move(network: CaipNetworkId, ask: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Whether it was disconnected here: accounts that the wallet still grants are then no session. */
  isEnded(): boolean
  /** Ends the session, and each attempt to create one. */
  end(): void
}

/** The session of an EIP-1193 wallet, as the wallet's events change it. */
export const createSessions = (
  provider: ForeignProvider,
  { askAccounts, askNetwork }: Pick<Questions, 'askAccounts' | 'askNetwork'>,
): Sessions => {
  const attempts = new Set<Life>()
  let current: ConnectedSession | null = null
  let isEnded = false
  /** The target of our own switch, which isn't initiated by the wallet. */
  let movingTo: CaipNetworkId | null = null

  const { tell, listen } = createListeners({
    onFirst: () => current?.life.hear(),
    onLast: () => current?.life.stopHearing(),
  })

  const endCurrent = (): void => {
    current?.life.end()
    current = null
  }

  const takeAccounts = (life: Life, accounts: readonly WalletAccount[]): void => {
    if (current?.life !== life || isSame(accounts, current.session.accounts)) return
    if (hasAny(accounts)) {
      const session = { ...current.session, accounts }
      current = { life, session }
      tell((listener) => listener.onSession(session))
    } else {
      endCurrent()
      tell((listener) => listener.onEnd(namespace))
    }
  }

  const takeNetwork = (life: Life, network: CaipNetworkId): void => {
    if (current?.life !== life || network === current.session.network) return
    const session = { ...current.session, network }
    current = { life, session }
    if (network !== movingTo) tell((listener) => listener.onSession(session))
  }

  /** `disconnect` may mean that a node was lost for a moment (MetaMask emits it with 1013): the accounts decide. */
  const checkStillThere = async (life: Life): Promise<void> => {
    const accounts = await askAccounts(life.signal)
      .then(readAccounts)
      .catch(() => [])
    takeAccounts(life, accounts)
  }

  const begin = (): Attempt => {
    const follow = () =>
      followProvider(provider, {
        onAccounts(accounts) {
          attempt.heard.accounts = accounts
          takeAccounts(attempt, accounts)
        },
        onNetwork(network) {
          attempt.heard.network = network
          takeNetwork(attempt, network)
        },
        onDisconnect: () => void checkStillThere(attempt),
      })
    const attempt: Attempt = { ...createLife(follow), heard: {} }
    attempt.hear()
    return attempt
  }

  return {
    listen,
    held() {
      if (current === null) throw new AppError('DISCONNECTED')
      return current
    },
    async open(signal, askGrant) {
      const life = begin()
      attempts.add(life)
      try {
        const session = await openSession(life, AbortSignal.any([signal, life.signal]), { askGrant, askNetwork })
        if (session === null) life.end()
        else {
          endCurrent()
          current = { life, session }
          isEnded = false
        }
        return session
      } catch (thrown) {
        life.end()
        throw thrown
      } finally {
        attempts.delete(life)
      }
    },
    async move(network, ask) {
      if (current === null) throw new AppError('DISCONNECTED')
      const { life } = current
      movingTo = network
      try {
        await ask(life.signal)
        takeNetwork(life, network)
      } catch (thrown) {
        // It may have switched all the same; that then counts as its own change.
        const session = current?.life === life ? current.session : null
        if (session?.network === network) tell((listener) => listener.onSession(session))
        throw thrown
      } finally {
        movingTo = null
      }
    },
    isEnded: () => isEnded,
    end() {
      isEnded = true
      for (const life of attempts) life.end()
      endCurrent()
    },
  }
}

type Asked = { askGrant(signal: AbortSignal): Promise<unknown>; askNetwork: Questions['askNetwork'] }

const openSession = async (
  attempt: Attempt,
  signal: AbortSignal,
  { askGrant, askNetwork }: Asked,
): Promise<WalletSession | null> => {
  const answered = readAccounts(await askGrant(signal))
  // Events from before its response are older than the response.
  attempt.heard = {}
  const network = await askNetwork(signal)
  const accounts = attempt.heard.accounts ?? answered
  return hasAny(accounts) ? { namespace, accounts, network: attempt.heard.network ?? network } : null
}

const hasAny = (accounts: readonly WalletAccount[]): accounts is WalletSession['accounts'] => accounts.length > 0

const isSame = (one: readonly WalletAccount[], other: readonly WalletAccount[]): boolean =>
  one.length === other.length && one.every(({ address }, index) => address === other[index]?.address)
