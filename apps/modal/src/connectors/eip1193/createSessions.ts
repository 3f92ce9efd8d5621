import type { CaipNetworkId } from '@latchkey/chains'
import type { WalletAccount, WalletSession } from '../Connector.ts'
import { type Attempt, type Attempts, createAttempts } from '../createAttempts.ts'
import type { Questions } from './createQuestions.ts'
import type { ForeignProvider } from './ForeignProvider.ts'
import { followProvider } from './followProvider.ts'
import { readAccounts } from './readAnswers.ts'

/** The namespace of EIP-1193 wallets. */
export const namespace = 'eip155'

/** `heard`: the wallet's events since it was last queried. */
type State = { heard: { accounts?: readonly WalletAccount[]; network?: CaipNetworkId } }

export type Sessions = Pick<Attempts<State>, 'listen' | 'held' | 'isEnded' | 'end'> & {
  /**
   * Creates a session from the wallet's grant; null when there is none. Nothing is connected when it rejects. A later grant isn't revoked
   * at the wallet: another modal on the page may be using it by now.
   */
  open(signal: AbortSignal, askGrant: (signal: AbortSignal) => Promise<unknown>): Promise<WalletSession | null>
  /** Switches the session to a network, once `ask` has switched the wallet. */
  move(network: CaipNetworkId, ask: (signal: AbortSignal) => Promise<void>): Promise<void>
}

/** The session of an EIP-1193 wallet, as the wallet's events change it. */
export const createSessions = (
  provider: ForeignProvider,
  { askAccounts, askNetwork }: Pick<Questions, 'askAccounts' | 'askNetwork'>,
): Sessions => {
  /** The target of our own switch, which isn't initiated by the wallet. */
  let movingTo: CaipNetworkId | null = null
  const { tell, current, lose, open, ...attempts } = createAttempts<State>({
    namespace,
    fresh: () => ({ heard: {} }),
    follow: (attempt) =>
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
      }),
  })

  const takeAccounts = (attempt: Attempt, accounts: readonly WalletAccount[]): void => {
    const connected = current()
    if (connected !== attempt || isSame(accounts, connected.session.accounts)) return
    if (hasAny(accounts)) {
      const session = { ...connected.session, accounts }
      connected.session = session
      tell((listener) => listener.onSession(session))
    } else lose()
  }

  const takeNetwork = (attempt: Attempt, network: CaipNetworkId): void => {
    const connected = current()
    if (connected !== attempt || network === connected.session.network) return
    const session = { ...connected.session, network }
    connected.session = session
    if (network !== movingTo) tell((listener) => listener.onSession(session))
  }

  /** `disconnect` may mean that a node was lost for a moment (MetaMask emits it with 1013): the accounts decide. */
  const checkStillThere = async (attempt: Attempt): Promise<void> => {
    const accounts = await askAccounts(attempt.signal)
      .then(readAccounts)
      .catch(() => [])
    takeAccounts(attempt, accounts)
  }

  return {
    ...attempts,
    open: (given, askGrant) =>
      open(given, async (attempt, signal) => {
        const answered = readAccounts(await askGrant(signal))
        // Events from before its response are older than the response.
        attempt.heard = {}
        const network = await askNetwork(signal)
        const accounts = attempt.heard.accounts ?? answered
        return hasAny(accounts) ? { namespace, accounts, network: attempt.heard.network ?? network } : null
      }),
    async move(network, ask) {
      const attempt = attempts.held()
      movingTo = network
      try {
        await ask(attempt.signal)
        takeNetwork(attempt, network)
      } catch (thrown) {
        // It may have switched all the same; that then counts as its own change.
        const { session } = attempt
        if (current() === attempt && session.network === network) tell((listener) => listener.onSession(session))
        throw thrown
      } finally {
        movingTo = null
      }
    },
  }
}

const hasAny = (accounts: readonly WalletAccount[]): accounts is WalletSession['accounts'] => accounts.length > 0

const isSame = (one: readonly WalletAccount[], other: readonly WalletAccount[]): boolean =>
  one.length === other.length && one.every(({ address }, index) => address === other[index]?.address)
