import { AppError, catalogue } from '@latchkey/protocol/errors'
import { type Clock, systemClock } from './clock.ts'
import { browserLine, type Line } from './line.ts'

/** For tests; the system clock and the browser's connectivity by default. */
export type QueryOptions = { clock?: Clock; line?: Line }

/**
 * Retries a read whose failure is not shown to the user, such as a name or an avatar. Concurrent calls with the same `key` share
 * one request.
 *
 * Rejects with the last error after four tries; at once for an error that a retry would not change, or whose `Retry-After` exceeds
 * 30 s.
 */
export type Query = <answer>(key: string, ask: () => Promise<answer>) => Promise<answer>

const firstDelayMs = 1000
const longestDelayMs = 30_000
const retries = 3

/**
 * Uses the back-off of specification section 9: 1 s, doubled each time, up to 30 s, three retries. Offline, it sends nothing and counts no
 * try. It obeys explicit waits (RATE_LIMITED `{ seconds }`, the Retry-After of our services).
 *
 * Its calls should not be repeated by the client as well: `idempotent: false`. Don't use it for views with a retry button: balances have
 * their limit of 30 s (section 4), and the activity is reloaded after 15 s.
 */
export const createQuery = ({ clock = systemClock, line = browserLine }: QueryOptions = {}): Query => {
  const underWay = new Map<string, Promise<unknown>>()

  const askUntilAnswered = async <answer>(ask: () => Promise<answer>): Promise<answer> => {
    for (let tries = 0; ; tries++) {
      if (!line.isOnline()) await line.untilOnline()
      try {
        return await ask()
      } catch (thrown) {
        const error = AppError.from(thrown)
        const delayMs = Math.max(firstDelayMs * 2 ** tries, waitAskedForMs(error))
        if (tries === retries || !mayChange(error) || delayMs > longestDelayMs) throw error
        await clock.wait(delayMs)
      }
    }
  }

  return <answer>(key: string, ask: () => Promise<answer>): Promise<answer> => {
    const asked = underWay.get(key) ?? askUntilAnswered(ask).finally(() => underWay.delete(key))
    underWay.set(key, asked)
    return asked as Promise<answer>
  }
}

const mayChange = ({ name }: AppError): boolean => catalogue[name].retry && name !== 'ABORTED'

const waitAskedForMs = ({ name, details }: AppError): number =>
  name === 'RATE_LIMITED' && typeof details.seconds === 'number' ? details.seconds * 1000 : 0
