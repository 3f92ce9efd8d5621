import { rpcMethods } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { openObjectStore, settled } from '../storage/openObjectStore.ts'
import { type CallsOwner, type CallsStore, type KeptCalls, maxKept } from './CallsStore.ts'
import { callsDatabase, forgetCalls } from './forgetCalls.ts'

const stored = z
  .array(
    z.object({
      id: z.string(),
      chainId: z.string(),
      kind: z.enum(['operation', 'transaction']),
      hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
      isLegacy: z.boolean(),
      atomic: z.boolean(),
      keptAtMs: z.number(),
      sinceBlock: z.optional(z.bigint()),
      isDropped: z.boolean(),
      settled: z.optional(rpcMethods.wallet_getCallsStatus.result),
    }),
  )
  .check(z.maxLength(maxKept))

/** Rejects a corrupted list. */
const parse = (found: unknown): readonly KeptCalls[] => {
  const parsed = z.safeParse(stored, found)
  return parsed.success ? parsed.data : []
}

const keyOf = ({ origin, projectId, userId }: CallsOwner): string => JSON.stringify([origin, projectId, userId])

/** The browser's store of calls, one list per page and user. */
export const indexedDbCallsStore = (): CallsStore => {
  const within = openObjectStore(callsDatabase.name, callsDatabase.store)
  const listOf = async (store: IDBObjectStore, owner: CallsOwner) => parse(await settled(store.get(keyOf(owner))))
  return {
    find: (owner, id) =>
      within('readonly', async (store) => (await listOf(store, owner)).find((calls) => calls.id === id) ?? null),
    update: (owner, change) =>
      within('readwrite', async (store) => {
        await settled(store.put(change(await listOf(store, owner)), keyOf(owner)))
      }),
    forget: forgetCalls,
  }
}
