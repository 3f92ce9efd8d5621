import type { Database } from '@latchkey/service-kit/db/database'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { casesOf } from '../../../../scripts/casesOf.ts'
import { createAccountIndex } from './accountIndex.ts'
import { createTestChain, type TestTransaction, transferLog } from './evm/testChain.fixture.ts'
import { createTestIndexer, rowsOf } from './indexing.fixture.ts'

const people = Array.from({ length: 4 }, (_, index) => `0x${String(index + 1).repeat(40)}`)
const tokens = ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000bb']

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const places: Record<string, () => Promise<{ database: Database; close: () => Promise<void> }>> = {
  async 'embedded PGlite'() {
    const database = await copyTemplate(inject('databaseTemplate'))
    return { database, close: () => database.close() }
  },
  async 'a PostgreSQL server'() {
    const server = await startPostgres()
    const database = await openDatabase({ url: server.url })
    return {
      database,
      close: async () => {
        await database.close()
        await server[Symbol.asyncDispose]()
      },
    }
  },
}

describe.each(Object.entries(places))('over %s', (_, open) => {
  let place: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.close())

  test.each(Array.from({ length: casesOf({ daily: 3, extended: 12 }) }, (_, seed) => seed + 1))(
    'after reorganisations, crashes, failing nodes and changes of replica, all is as if the last chain had been indexed at once (%i)',
    async (seed) => {
      const { database } = place
      const below = randomOf(seed)
      const one = <item>(items: readonly item[]): item => items[below(items.length)] as item
      const chain = createTestChain()
      let salt = 0
      const transaction = (): TestTransaction => {
        const [from, to, token] = [one(people), one(people), one(tokens)]
        return {
          from,
          to: below(9) === 0 ? null : to,
          value: BigInt(below(3)),
          nonce: below(100),
          failed: below(8) === 0,
          logs: Array.from({ length: below(3) }, () => transferLog(token, one(people), one(people), BigInt(below(5)))),
        }
      }
      const mine = (count: number): void =>
        chain.mine(
          Array.from({ length: count }, () => Array.from({ length: below(4) }, transaction)),
          ++salt,
        )

      const [chainId, anew] = [`eip155:${seed}`, `eip155:${1000 + seed}`]
      const index = { [chainId]: { from: 0 }, [anew]: { from: 0 } }
      const accounts = createAccountIndex({ database, index })
      // Some transactions fail just before the commit, and some node calls fail.
      let isCalm = false
      const shaky: Database = {
        ...database,
        transaction: (role, work) =>
          database.transaction(role, async (sql) => {
            const result = await work(sql)
            if (!isCalm && below(6) === 0) throw new Error('crash')
            return result
          }),
      }
      const shakyFetch: typeof fetch = async (...call) => {
        if (!isCalm && below(8) === 0) throw new TypeError('fetch failed')
        return chain.fetchAs(chainId)(...call)
      }
      const replica = () => createTestIndexer({ database: shaky, chainId, fetch: shakyFetch })
      let indexer = replica()

      mine(10 + below(60))
      const isTracked = new Set<string>()
      for (let step = 0; step < 120; step++) {
        const act = below(12)
        if (act === 0) mine(1 + below(5))
        else if (act === 1) {
          const depth = 1 + below(6)
          chain.takeBack(depth)
          mine(depth + below(3))
        } else if (act === 2) {
          const person = one(people.slice(0, 3))
          isTracked.add(person)
          await accounts.track(person, chainId)
        } else if (act === 3) indexer = replica()
        else await indexer.round().catch(() => 'failed')
      }
      isCalm = true
      // A chain that became shorter shows once it has grown again.
      mine(8)
      await indexer.settle()

      for (const person of isTracked) await accounts.track(person, anew)
      await createTestIndexer({ database, chainId: anew, fetch: chain.fetchAs(anew) }).settle()
      const rows = await rowsOf(database, chainId)
      expect(rows).toEqual(await rowsOf(database, anew))
      expect(rows.length).toBeGreaterThan(10)
    },
  )
})
