import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { askWallet } from './askWallet.ts'
import type { WalletSession } from './Connector.ts'
import { type Attempt, type Attempts, createAttempts } from './createAttempts.ts'
import type { Grant, Look, WalletDriver } from './WalletDriver.ts'

type State = {
  looks: number
  /** The target of our own switch and the state seen meanwhile: these changes aren't initiated by the wallet. */
  move: { readonly network: CaipNetworkId; seen: WalletSession | null } | null
}

export type DrivenSessions = Pick<Attempts<State>, 'listen' | 'held' | 'isEnded' | 'end'> & {
  /** Creates a session from the wallet's grant; null when there is none. Nothing is connected when it rejects. */
  open(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Grant | null>): Promise<WalletSession | null>
  /** Switches the session to a network. Throws WALLET_INVALID_RESPONSE when the wallet grants another one, and the wallet's error. */
  move(network: CaipNetworkId): Promise<void>
}

/** The session of one wallet, by its driver. */
export const createDrivenSessions = (driver: WalletDriver): DrivenSessions => {
  const { namespace } = driver
  const { tell, current, lose, open, ...attempts } = createAttempts<State>({
    namespace,
    fresh: () => ({ looks: 0, move: null }),
    follow: (attempt) =>
      driver.follow(
        () => attempt.session,
        (look) => void lookAgain(attempt, look),
      ),
  })

  const take = (attempt: Attempt, session: WalletSession): void => {
    const isNews = attempt.session === null || !isSame(session, attempt.session)
    attempt.session = session
    if (isNews) tell((listener) => listener.onSession(session))
  }

  /** Events from before the session are older than the response that creates it. */
  const lookAgain = async (attempt: Attempt & State, look: Look): Promise<void> => {
    if (current() !== attempt) return
    const turn = ++attempt.looks
    const grant = await (async () => look(attempt.signal))().catch(() => null)
    if (current() !== attempt || turn !== attempt.looks) return
    const session = toSession(namespace, grant)
    if (session === null) lose()
    else if (attempt.move?.network === session.network) attempt.move.seen = session
    else take(attempt, session)
  }

  return {
    ...attempts,
    open: (given, ask) =>
      open(given, async (_, signal) => toSession(namespace, await askWallet(() => ask(signal), { signal }))),
    async move(network) {
      const attempt = attempts.held()
      const { signal, session: before } = attempt
      const move: NonNullable<State['move']> = { network, seen: null }
      attempt.move = move
      try {
        const session = toSession(namespace, await askWallet(() => driver.move(network, before, signal), { signal }))
        if (session?.network !== network) throw new AppError('WALLET_INVALID_RESPONSE')
        move.seen = null
        attempt.session = session
        if (!isSame(session.accounts, before.accounts)) tell((listener) => listener.onSession(session))
      } catch (thrown) {
        // It may have switched all the same; that then counts as its own change.
        if (current() === attempt && move.seen !== null) take(attempt, move.seen)
        throw thrown
      } finally {
        attempt.move = null
      }
    },
  }
}

const toSession = (namespace: ChainNamespace, grant: Grant | null): WalletSession | null => {
  const [first, ...others] = grant?.accounts ?? []
  if (grant === null || first === undefined) return null
  const { network, approved } = grant
  return { namespace, accounts: [first, ...others], network, ...(approved && { approved }) }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
