import * as z from 'zod/mini'

/** Where a person of this browser has agreed to be signed in, for the result page alone. */
export type AgreedOrigins = {
  has(origin: string): boolean
  add(origin: string): void
}

const key = 'latchkey-agreed-origins'
/** Who has agreed to more is asked again by those that they have agreed to first. */
const most = 100
const stored = z.array(z.string())

/**
 * Kept in the storage that the wallet origin has in windows of its own, which no frame in another page shares. Where it is
 * blocked, or holds something else, nobody has agreed to anything.
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
        // Then it is asked again the next time.
      }
    },
  }
}

/** Whoever signs out of this browser leaves nothing of where they have been. */
export const forgetAgreedOrigins = (self: Pick<Window, 'localStorage'>): void => {
  try {
    self.localStorage.removeItem(key)
  } catch {
    // Storage that is blocked holds nothing.
  }
}
