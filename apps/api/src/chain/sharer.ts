import { type Networks, networksOf } from '@latchkey/service-kit/rateLimits/networkOf'

const scopes = ['network', 'wide', 'widest', 'project'] as const
type Scope = (typeof scopes)[number]

/** For whom something is taken that all share. Null: nobody that it could be counted for. */
export type Sharer = Readonly<Record<Scope, string | null>>

/** Who asks. `own`: the services themselves, whom no page can keep from asking. */
export type Requester = Sharer & { pool: 'pages' | 'own' }

/** A page, known by the networks of its visitor, as mails are counted, and by its project. */
export const pageAt = (networks: Networks, project: string | null): Requester => ({
  pool: 'pages',
  ...networks,
  project,
})

/** The services themselves, on behalf of `name`: of one who has much done, the others are not kept waiting. */
export const ownRequester = (name: string | null): Requester => ({
  pool: 'own',
  network: name,
  wide: null,
  widest: null,
  project: null,
})

/** The same for whoever asks them from an address, without an account. */
export const ownAskerAt = (ipAddress: string): Requester => ({ pool: 'own', ...networksOf(ipAddress), project: null })

/** What all have, and each of them at most. */
export type Shares = Readonly<Record<'all' | Scope, number>>

/** A wider network has as much as two narrow ones, and never more than half; a project leaves a quarter to the others. */
export function sharesOf(all: number, network: number): Shares {
  const wide = Math.max(network, Math.min(2 * network, Math.floor(all / 2)))
  return { all, network, wide, widest: wide, project: Math.ceil((all * 3) / 4) }
}

/** Counts what is taken, by all and by each. */
export type Tally = {
  /** Whether there is so much left for them. */
  fits(sharer: Sharer, amount: number, shares: Shares): boolean
  add(sharer: Sharer, amount: number): void
  /** By all. */
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
