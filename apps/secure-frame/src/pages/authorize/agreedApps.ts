import * as z from 'zod/mini'

/** A user's consent: an app, its redirect address, and the data that it receives. */
const agreement = z.object({
  userId: z.string(),
  clientId: z.string(),
  origin: z.string(),
  scopes: z.array(z.string()),
})
type Agreement = z.output<typeof agreement>

export type AgreedApps = {
  /** Returns whether the user has agreed to all of this, in this browser. */
  has(asked: Agreement): boolean
  add(agreed: Agreement): void
  forget(): void
}

const key = 'latchkey-agreed-apps'
/** The maximum number of consents; beyond it, the oldest are asked for again. */
const most = 100
const stored = z.array(agreement)

/**
 * Stored in the storage that the wallet origin has in its own windows, which no frame in another page shares. Where that is
 * blocked or corrupted, there are no consents.
 */
export const agreedApps = (self: Pick<Window, 'localStorage'>): AgreedApps => {
  const read = (): readonly Agreement[] => {
    try {
      return z.parse(stored, JSON.parse(self.localStorage.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  const isOf =
    ({ userId, clientId, origin }: Agreement) =>
    (other: Agreement): boolean =>
      other.userId === userId && other.clientId === clientId && other.origin === origin
  return {
    has: (asked) =>
      read().some((known) => isOf(asked)(known) && asked.scopes.every((scope) => known.scopes.includes(scope))),
    add(agreed) {
      const others = read().filter((known) => !isOf(agreed)(known))
      try {
        self.localStorage.setItem(key, JSON.stringify([...others, agreed].slice(-most)))
      } catch {
        // Then it is asked for again the next time.
      }
    },
    forget() {
      try {
        self.localStorage.removeItem(key)
      } catch {
        // Blocked storage is empty.
      }
    },
  }
}
