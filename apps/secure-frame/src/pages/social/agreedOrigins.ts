import * as z from 'zod/mini'

/** The origins on which a user of this browser has agreed to sign in, for the result page only. */
export type AgreedOrigins = {
  has(origin: string): boolean
  add(origin: string): void
}

const key = 'latchkey-agreed-origins'
/** The maximum number of origins; beyond it, the oldest are asked for again. */
const most = 100
const stored = z.array(z.string())

/**
 * Stored in the storage that the wallet origin has in its own windows, which no frame in another page shares. Where that is
 * blocked or corrupted, there are no consents.
 */
export const agreedOrigins = (self: Pick<Window, 'localStorage'>): AgreedOrigins => {
  const read = (): readonly string[] => {
    try {
      return z.parse(stored, JSON.parse(self.localStorage.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  return {
    has: (origin) => read().includes(origin),
    add(origin) {
      const kept = [...read().filter((other) => other !== origin), origin].slice(-most)
      try {
        self.localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Then it is asked for again the next time.
      }
    },
  }
}

/** Deletes the consents of a user who signs out of this browser. */
export const forgetAgreedOrigins = (self: Pick<Window, 'localStorage'>): void => {
  try {
    self.localStorage.removeItem(key)
  } catch {
    // Blocked storage is empty.
  }
}
