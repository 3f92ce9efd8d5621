import type { Authority, EndpointResponse } from '@latchkey/api-client'

/** One event, and the service that recorded it. */
export type TrailEntry = EndpointResponse<'apiAuditLog'>['entries'][number] & { readonly authority: Authority }

/** A page of one log: the entries before the given one, newest first. */
export type ReadLog = (before: number | undefined) => Promise<EndpointResponse<'apiAuditLog'>>

export type AuditTrail = {
  /** Returns the next `count` entries, newest first; fewer at the end. A failed request is repeated by the next call. */
  next(count: number): Promise<{ entries: readonly TrailEntry[]; isEnd: boolean }>
  /** True if it has the logs of both authorities. */
  readonly isWhole: boolean
}

type Source = {
  authority: Authority
  read: ReadLog
  /** Read but not yet returned. */
  held: TrailEntry[]
  /** Undefined before the first page, null after the last. */
  before: number | undefined | null
}

/** Merges the logs of both authorities by time; only the API's when custody's is not available. */
export const createAuditTrail = ({ api, custody }: { api: ReadLog; custody?: ReadLog }): AuditTrail => {
  const sourceOf = (authority: Authority, read: ReadLog): Source => ({ authority, read, held: [], before: undefined })
  const sources = [sourceOf('api', api), ...(custody === undefined ? [] : [sourceOf('custody', custody)])]

  const fill = async (source: Source): Promise<void> => {
    while (source.held.length === 0 && source.before !== null) {
      const { entries, next } = await source.read(source.before)
      source.held.push(...entries.map((entry) => ({ ...entry, authority: source.authority })))
      source.before = next
    }
  }
  const newest = (): Source | undefined => {
    const [first, ...others] = sources.filter(({ held }) => held.length > 0)
    return others.reduce((best, other) => (timeOf(other) > timeOf(best as Source) ? other : best), first)
  }

  return {
    isWhole: custody !== undefined,
    async next(count) {
      const entries: TrailEntry[] = []
      try {
        while (entries.length < count) {
          await Promise.all(sources.map(fill))
          const entry = newest()?.held.shift()
          if (entry === undefined) return { entries, isEnd: true }
          entries.push(entry)
        }
        await Promise.all(sources.map(fill))
      } catch (error) {
        for (const source of sources) {
          source.held.unshift(...entries.filter(({ authority }) => authority === source.authority))
        }
        throw error
      }
      return { entries, isEnd: newest() === undefined }
    },
  }
}

const timeOf = ({ held: [entry] }: Source): number => (entry === undefined ? -Infinity : Date.parse(entry.at))
