import { createSharedRoom, type Reservation, reserveFrom } from './byteBudget.ts'
import { createNodeCalls, type NodeCalls } from './nodeCalls.ts'
import type { Asker } from './sharer.ts'

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
  open(asker: Asker, terms: BudgetTerms): Budget
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
  mostBytesAtOnce: () => number
}

/** Opens the budgets of bodies, which share the memory that answers may take. */
export function createBudgets({ fetch, now, mostBytesAtOnce }: BudgetsOptions): Budgets {
  const withoutBatches = new Set<string>()
  const rooms = { pages: createSharedRoom(mostBytesAtOnce), own: createSharedRoom(() => ownBytesAtOnce) }
  return {
    open(asker, { timeoutMs, maxBytes, maxTotalBytes = maxBytes, results }) {
      const room = reserveFrom(rooms[asker.pool].of(asker), maxTotalBytes)
      const calls = createNodeCalls({ fetch, now, mostBytes: maxBytes, room, results, withoutBatches })
      return { until: now() + timeoutMs, calls, room }
    },
    bytesTaken: () => rooms.pages.taken() + rooms.own.taken(),
  }
}
