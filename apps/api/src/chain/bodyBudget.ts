import { createSharedRoom, type Reservation, reserveFrom } from './byteBudget.ts'
import { createNodeCalls, type NodeCalls } from './nodeCalls.ts'
import type { Requester } from './sharer.ts'

/** What one body has left of time and room, and how it asks the nodes, for all of its requests. */
export type Budget = { until: number; calls: NodeCalls; room: Reservation }

type BudgetTerms = {
  timeoutMs: number
  /** Bytes of one answer, and of all unless `maxTotalBytes` says more. */
  maxBytes: number
  maxTotalBytes?: number
  results: 'parsed' | 'raw'
}

export type Budgets = {
  open(requester: Requester, terms: BudgetTerms): Budget
  /** Bytes that answers in progress take now. */
  bytesTaken(): number
}

/** How much all answers of one body may weigh together. */
export const maxBodyBytes = 16 * 1024 * 1024
/** In one process, for all bodies of pages, of which one network has a quarter. */
export const defaultBytesAtOnce = 4 * maxBodyBytes
/** Beside it, for what the services ask themselves. */
const ownBytesAtOnce = 4 * maxBodyBytes

type BudgetsOptions = {
  fetch: typeof globalThis.fetch
  now: () => number
  /** How many bytes answers for pages take in this process at a time; read for each. */
  maxBytesAtOnce: () => number
}

/** Opens the budgets of bodies, which share the memory that answers may take. */
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
