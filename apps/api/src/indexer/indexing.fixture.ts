import type { Database } from '@latchkey/service-kit/db/database'
import { createEvmReader } from './evm/evmReader.ts'
import { followEvmChain } from './evm/followEvmChain.ts'
import { createIndexNodes } from './indexNodes.ts'
import { createIndexStore } from './indexStore.ts'

export type TestIndexer = {
  round: ReturnType<typeof followEvmChain>
  /** Runs rounds until there is nothing more to do; failures are retried. */
  settle(): Promise<void>
}

let replicas = 0

/** One replica that indexes one chain. With a lease of zero, any other replica can take over at once. */
export function createTestIndexer(options: {
  database: Database
  chainId: string
  fetch: typeof globalThis.fetch
  first?: number
  walk?: number
  leaseMs?: number
  urls?: readonly string[]
  onReplaced?: () => void
  timeoutMs?: number
}): TestIndexer {
  const { database, chainId, fetch, first = 0, leaseMs = 0, urls = ['http://node.test'] } = options
  const holder = `00000000-0000-4000-8000-${String(++replicas).padStart(12, '0')}`
  const store = createIndexStore({ database, holder, leaseMs })
  const reader = createEvmReader(
    createIndexNodes({
      chainId,
      urls,
      fetch,
      beforeEach: () => store.renew(chainId),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    }),
  )
  const { walk, onReplaced = () => {} } = options
  const round = followEvmChain({ chainId, first, reader, store, onReplaced, ...(walk === undefined ? {} : { walk }) })
  return {
    round,
    async settle() {
      let failure: unknown = new Error('there is always more to do')
      for (let rounds = 0; rounds < 2_000; rounds++) {
        const outcome = await round().catch((error: unknown) => {
          failure = error
          return 'busy' as const
        })
        if (outcome !== 'busy') return
      }
      throw failure
    },
  }
}

/** Returns the index's rows of a chain, oldest first, without the chain's name. */
export const rowsOf = (database: Database, chainId: string) =>
  database.statement(
    'api',
    (sql) => sql`
      SELECT address, block_number::text, position, hash, operation, mined_at, sent_from, sent_to, failed, nonce::text, transfers
      FROM account_transactions WHERE chain_id = ${chainId} ORDER BY address, account_transactions.block_number, position`,
  )
