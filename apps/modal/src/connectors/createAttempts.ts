import type { ChainNamespace } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { WalletSession } from './Connector.ts'
import { createLife, type Life } from './createLife.ts'
import { createListeners, type Listeners } from './createListeners.ts'

/** An attempt to connect a wallet, and the session that it becomes. */
export type Attempt = Life & { session: WalletSession | null }
type Connected<state> = Attempt & state & { session: WalletSession }

export type Attempts<state> = Listeners & {
  /** Returns the attempt that is connected; null when there is none. */
  current(): Connected<state> | null
  /** Returns what is connected. Throws DISCONNECTED. */
  held(): Connected<state>
  /**
   * Creates a session from what `ask` returns; null when there is none. The earlier session stays until then. A rejected or ended attempt
   * connects nothing, whatever the wallet returns later.
   */
  open(
    given: AbortSignal,
    ask: (attempt: Attempt & state, signal: AbortSignal) => Promise<WalletSession | null>,
  ): Promise<WalletSession | null>
  /** Ends the session, as the wallet did, and notifies the listeners. */
  lose(): void
  /** Whether it was disconnected here: accounts that the wallet still grants are then no session. */
  isEnded(): boolean
  /** Ends the session, and each attempt to create one. */
  end(): void
}

type AttemptsOptions<state> = {
  namespace: ChainNamespace
  /** What else an attempt has at its start. */
  fresh(): state
  /** Subscribes an attempt to the wallet; returns a function that unsubscribes. */
  follow(attempt: Attempt & state): () => void
}

/** The attempts to connect a wallet, of which at most one is connected. */
export const createAttempts = <state extends object>(options: AttemptsOptions<state>): Attempts<state> => {
  const { namespace, fresh, follow } = options
  const pending = new Set<Attempt>()
  let current: Connected<state> | null = null
  let isEnded = false

  const { tell, listen } = createListeners({
    onFirst: () => current?.hear(),
    onLast: () => current?.stopHearing(),
  })
  const begin = (): Attempt & state => {
    const attempt: Attempt & state = { ...fresh(), ...createLife(() => follow(attempt)), session: null }
    attempt.hear()
    return attempt
  }
  const endCurrent = (): void => {
    current?.end()
    current = null
  }

  return {
    tell,
    listen,
    current: () => current,
    held() {
      if (current === null) throw new AppError('DISCONNECTED')
      return current
    },
    async open(given, ask) {
      const attempt = begin()
      pending.add(attempt)
      try {
        const session = await ask(attempt, AbortSignal.any([given, attempt.signal]))
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
        pending.delete(attempt)
      }
    },
    lose() {
      endCurrent()
      tell((listener) => listener.onEnd(namespace))
    },
    isEnded: () => isEnded,
    end() {
      isEnded = true
      for (const attempt of pending) attempt.end()
      endCurrent()
    },
  }
}
