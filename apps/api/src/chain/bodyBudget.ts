import { createSharedRoom, type Reservation, reserveFrom } from './byteBudget.ts'
import { createNodeCalls, type NodeCalls } from './nodeCalls.ts'
import type { Requester } from './sharer.ts'

/** The time and memory left to one body, and how it queries the nodes, for all of its requests. */
export type Budget = { until: number; calls: NodeCalls; room: Reservation }

type BudgetTerms = {
  timeoutMs: number
  /** The most bytes of one answer, and of all unless `maxTotalBytes` is higher. */
  maxBytes: number
  maxTotalBytes?: number
  results: 'parsed' | 'raw'
}

export type Budgets = {
  open(requester: Requester, terms: BudgetTerms): Budget
  /** Bytes that answers in progress take now. */
  bytesTaken(): number
}

/** The most bytes of all answers of one body together. */
export const maxBodyBytes = 16 * 1024 * 1024
/** For all bodies from pages in one process; one network may use a quarter. */
export const defaultBytesAtOnce = 4 * maxBodyBytes
/** A separate allotment for the services' own requests. */
const ownBytesAtOnce = 4 * maxBodyBytes

type BudgetsOptions = {
  fetch: typeof globalThis.fetch
  now: () => number
  /** The most bytes that answers for pages take in this process at a time; read for each. */
  maxBytesAtOnce: () => number
}

/** Opens the budgets of bodies, which share the memory for answers. */
export function createBudgets({ fetch, now, maxBytesAtOnce }: BudgetsOptions): Budgets {
  const withoutBatches = new Set<string>()
  const rooms = { pages: createSharedRoom(maxBytesAtOnce), own: createSharedRoom(() => ownBytesAtOnce) }
  return {
    open(requester, { timeoutMs, maxBytes, maxTotalBytes = maxBytes, results }) {
      const room = reserveFrom(rooms[requester.pool].of(requester), maxTotalBytes)
      const calls = createNodeCalls({ fetch, now, maxBytes: maxBytes, room, results, withoutBatches })
      return { until: now() + timeoutMs, calls, room }
    },
    bytesTaken: () => rooms.pages.taken() + rooms.own.taken(),
  }
}
