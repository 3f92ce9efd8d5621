import * as z from 'zod/mini'

/** What a user has agreed to: an app, where it takes them, and what it receives. */
const agreement = z.object({
  userId: z.string(),
  clientId: z.string(),
  origin: z.string(),
  scopes: z.array(z.string()),
})
type Agreement = z.output<typeof agreement>

export type AgreedApps = {
  /** Whether the user has agreed to all of this, in this browser. */
  has(asked: Agreement): boolean
  add(agreed: Agreement): void
  forget(): void
}

const key = 'latchkey-agreed-apps'
/** Who has agreed to more is asked again by those that they have agreed to first. */
const most = 100
const stored = z.array(agreement)

/**
 * Kept in the storage that the wallet origin has in windows of its own, which no frame in another page shares. Where it is
 * blocked, or holds something else, no app was agreed to.
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
        // Then it is asked again the next time.
      }
    },
    forget() {
      try {
        self.localStorage.removeItem(key)
      } catch {
        // Storage that is blocked holds nothing.
      }
    },
  }
}
