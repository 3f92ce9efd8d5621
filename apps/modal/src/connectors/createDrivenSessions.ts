import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { askWallet } from './askWallet.ts'
import type { Connector, WalletSession } from './Connector.ts'
import { createLife, type Life } from './createLife.ts'
import { createListeners } from './createListeners.ts'
import type { Grant, Look, WalletDriver } from './WalletDriver.ts'

type Attempt = Life & {
  session: WalletSession | null
  looks: number
  /** The target of our own switch and the state seen meanwhile: these changes aren't initiated by the wallet. */
  move: { readonly network: CaipNetworkId; seen: WalletSession | null } | null
}
type ConnectedSession = Life & { readonly session: WalletSession }

export type DrivenSessions = Pick<Connector, 'listen'> & {
  /** Returns what is connected. Throws DISCONNECTED. */
  held(): ConnectedSession
  /** Creates a session from the wallet's grant; null when there is none. Nothing is connected when it rejects. */
  open(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Grant | null>): Promise<WalletSession | null>
  /** Switches the session to a network. Throws WALLET_INVALID_RESPONSE when the wallet grants another one, and the wallet's error. */
  move(network: CaipNetworkId): Promise<void>
  /** Whether it was disconnected here: accounts that the wallet still grants are then no session. */
  isEnded(): boolean
  /** Ends the session, and each attempt to create one. */
  end(): void
}

/** The session of one wallet, by its driver. */
export const createDrivenSessions = (driver: WalletDriver): DrivenSessions => {
  const { namespace } = driver
  const attempts = new Set<Attempt>()
  let current: (Attempt & { session: WalletSession }) | null = null
  let isEnded = false

  const { tell, listen } = createListeners({
    onFirst: () => current?.hear(),
    onLast: () => current?.stopHearing(),
  })

  const endCurrent = (): void => {
    current?.end()
    current = null
  }

  const take = (attempt: Attempt, session: WalletSession): void => {
    const isNews = attempt.session === null || !isSame(session, attempt.session)
    attempt.session = session
    if (isNews) tell((listener) => listener.onSession(session))
  }

  /** Events from before the session are older than the response that creates it. */
  const lookAgain = async (attempt: Attempt, look: Look): Promise<void> => {
    if (current !== attempt) return
    const turn = ++attempt.looks
    const grant = await (async () => look(attempt.signal))().catch(() => null)
    if (current !== attempt || turn !== attempt.looks) return
    const session = toSession(namespace, grant)
    if (session === null) {
      endCurrent()
      tell((listener) => listener.onEnd(namespace))
    } else if (attempt.move?.network === session.network) attempt.move.seen = session
    else take(attempt, session)
  }

  const begin = (): Attempt => {
    const follow = () =>
      driver.follow(
        () => attempt.session,
        (look) => void lookAgain(attempt, look),
      )
    const attempt: Attempt = { ...createLife(follow), session: null, looks: 0, move: null }
    attempt.hear()
    return attempt
  }

  const held: DrivenSessions['held'] = () => {
    if (current === null) throw new AppError('DISCONNECTED')
    return current
  }

  return {
    listen,
    held,
    async open(given, ask) {
      const attempt = begin()
      attempts.add(attempt)
      try {
        const signal = AbortSignal.any([given, attempt.signal])
        const session = toSession(namespace, await askWallet(() => ask(signal), { signal }))
        if (session === null) attempt.end()
        else {
          endCurrent()
          current = Object.assign(attempt, { session })
          isEnded = false
        }
        return session
      } catch (thrown) {
        attempt.end()
        throw thrown
      } finally {
        attempts.delete(attempt)
      }
    },
    async move(network) {
      const life = current
      if (life === null) throw new AppError('DISCONNECTED')
      const { signal, session: before } = life
      const move = { network, seen: null }
      life.move = move
      try {
        const session = toSession(namespace, await askWallet(() => driver.move(network, before, signal), { signal }))
        if (session?.network !== network) throw new AppError('WALLET_INVALID_RESPONSE')
        move.seen = null
        life.session = session
        if (!isSame(session.accounts, before.accounts)) tell((listener) => listener.onSession(session))
      } catch (thrown) {
        // It may have switched all the same; that then counts as its own change.
        if (current === life && move.seen !== null) take(life, move.seen)
        throw thrown
      } finally {
        life.move = null
      }
    },
    isEnded: () => isEnded,
    end() {
      isEnded = true
      for (const attempt of attempts) attempt.end()
      endCurrent()
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
