import { type Networks, networksOf } from '@latchkey/service-kit/rateLimits/networkOf'

const scopes = ['network', 'wide', 'widest', 'project'] as const
type Scope = (typeof scopes)[number]

/** The party that a shared resource is counted for. Null: it can't be attributed. */
export type Sharer = Readonly<Record<Scope, string | null>>

/** The caller. `own`: the services themselves, which no page can block. */
export type Requester = Sharer & { pool: 'pages' | 'own' }

/** A page, identified by its user's networks, as mails are counted, and by its project. */
export const pageAt = (networks: Networks, project: string | null): Requester => ({
  pool: 'pages',
  ...networks,
  project,
})

/** The services themselves, on behalf of `name`: heavy use by one does not delay the others. */
export const ownRequester = (name: string | null): Requester => ({
  pool: 'own',
  network: name,
  wide: null,
  widest: null,
  project: null,
})

/** The same for a caller without an account, by its address. */
export const ownAskerAt = (ipAddress: string): Requester => ({ pool: 'own', ...networksOf(ipAddress), project: null })

/** The total, and the maximum of each sharer. */
export type Shares = Readonly<Record<'all' | Scope, number>>

/** A wider network gets as much as two narrow ones, and never more than half; a project leaves a quarter to the others. */
export function sharesOf(all: number, network: number): Shares {
  const wide = Math.max(network, Math.min(2 * network, Math.floor(all / 2)))
  return { all, network, wide, widest: wide, project: Math.ceil((all * 3) / 4) }
}

/** Counts usage, in total and per sharer. */
export type Tally = {
  /** Whether `amount` still fits their share. */
  fits(sharer: Sharer, amount: number, shares: Shares): boolean
  add(sharer: Sharer, amount: number): void
  /** In total. */
  taken(): number
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  const countOf = (key: string): number => counts.get(key) ?? 0
  return {
    fits: (sharer, amount, shares) => keysOf(sharer).every(([scope, key]) => countOf(key) + amount <= shares[scope]),
    add(sharer, amount) {
      for (const [, key] of keysOf(sharer)) {
        const count = countOf(key) + amount
        if (count === 0) counts.delete(key)
        else counts.set(key, count)
      }
    },
    taken: () => countOf('all'),
  }
}

const keysOf = (sharer: Sharer): (readonly [scope: 'all' | Scope, key: string])[] => [
  ['all', 'all'],
  ...scopes.flatMap((scope) => (sharer[scope] === null ? [] : [[scope, `${scope} ${sharer[scope]}`] as const])),
]
