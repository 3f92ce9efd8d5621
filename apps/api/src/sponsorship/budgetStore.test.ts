import { randomUUID } from 'node:crypto'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  insertSponsored,
  lockBudget,
  readSpent,
  type SponsoredOperation,
  settleMined,
  settleUnused,
  takeOpen,
} from './budgetStore.ts'

/** Replicas of the api over one database, each with its own connections. */
type Place = { replicas: readonly [Database, Database]; close: () => Promise<void> }

const places: Record<string, () => Promise<Place>> = {
  async 'embedded PGlite'() {
    const database = await copyTemplate(inject('databaseTemplate'))
    return { replicas: [database, database], close: () => database.close() }
  },
  async 'a PostgreSQL server'() {
    const server = await startPostgres()
    const first = await openDatabase({ url: server.url })
    const second = await openDatabase({ url: server.url })
    return {
      replicas: [first, second],
      close: async () => {
        await first.close()
        await second.close()
        await server[Symbol.asyncDispose]()
      },
    }
  },
}

const now = new Date('2026-03-01T12:00:00Z')
const midnight = new Date('2026-03-01T00:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
/** Beyond the precision of a JavaScript number. */
const most = 10n ** 24n

describe.each(Object.entries(places))('over %s', (_, open) => {
  let place: Place
  let people: readonly [string, string]
  beforeAll(async () => {
    place = await open()
    people = [randomUUID(), randomUUID()]
    await place.replicas[0].transaction('api', async (sql) => {
      for (const userId of people) await sql`INSERT INTO users (user_id, created_at) VALUES (${userId}, ${now})`
    })
  })
  afterAll(() => place.close())

  let operations = 0
  const operationOf = (change: Partial<SponsoredOperation> = {}): SponsoredOperation => ({
    projectId: 'p',
    chainId: 'eip155:31337',
    operationHash: `0x${(++operations).toString(16).padStart(64, '0')}`,
    userId: people[0],
    sender: `0x${'5e'.repeat(20)}`,
    nonce: BigInt(operations),
    costWei: most,
    validUntil: later(600),
    fromBlock: 2 ** 40,
    ...change,
  })
  const on = <result>(work: (sql: Sql) => Promise<result>, replica = 0) =>
    (place.replicas[replica] as Database).transaction('api', work)
  /** The body of `spendBudget`'s transaction. */
  const spend = (operation: SponsoredOperation, limit: bigint, replica: number) =>
    on(async (sql) => {
      await lockBudget(sql, operation)
      const { byAll } = await readSpent(sql, operation, midnight)
      if (byAll + operation.costWei > limit) return false
      await insertSponsored(sql, operation, now)
      return true
    }, replica)
  const spentOf = (of: SponsoredOperation) => on((sql) => readSpent(sql, of, midnight))

  test('what two replicas promise at the same time is never more than there is', async () => {
    const projectId = 'at once'
    const asked = Array.from({ length: 24 }, (_, index) => {
      const userId = people[index % 2] as string
      return spend(operationOf({ projectId, userId }), 5n * most, index % 2)
    })
    expect((await Promise.all(asked)).filter((isPaid) => isPaid)).toHaveLength(5)
    const { byAll } = await spentOf(operationOf({ projectId }))
    expect(byAll).toBe(5n * most)
  })

  test('projects, networks, people and days are counted apart, and one nonce once', async () => {
    const projectId = 'apart'
    const own = operationOf({ projectId, nonce: 1n })
    const all = [
      own,
      operationOf({ projectId, nonce: 1n, costWei: most / 2n }),
      operationOf({ projectId, nonce: 2n ** 256n - 1n }),
      operationOf({ projectId, userId: people[1], nonce: 1n }),
      operationOf({ projectId: 'another', nonce: 2n }),
      operationOf({ projectId, chainId: 'eip155:1', nonce: 2n }),
    ]
    await on(async (sql) => {
      for (const each of all) await insertSponsored(sql, each, now)
      await insertSponsored(sql, operationOf({ projectId, nonce: 3n }), later(-13 * 3600))
    })
    expect(await spentOf(own)).toEqual({ byAll: 2n * most, byPerson: most, bySameNonce: most })
    expect(await spentOf(operationOf({ projectId }))).toEqual({
      byAll: 3n * most,
      byPerson: 2n * most,
      bySameNonce: 0n,
    })
  })

  test('what is mined costs what it has cost, and rules out others of its nonce; what is not costs nothing', async () => {
    const projectId = 'settled'
    const [mined, twin, unused] = [5n, 5n, 6n].map((nonce) => operationOf({ projectId, nonce })) as [
      SponsoredOperation,
      SponsoredOperation,
      SponsoredOperation,
    ]
    await on(async (sql) => {
      for (const each of [mined, twin, unused]) await insertSponsored(sql, each, now)
      await settleMined(sql, mined, mined, 7n, now)
      await settleUnused(sql, unused, unused.operationHash, now)
    })
    expect(await spentOf(operationOf({ projectId }))).toMatchObject({ byAll: 7n })
    const look = { since: midnight, notSince: now, now, most: 9 }
    expect(await on((sql) => takeOpen(sql, { ...mined, userId: people[0] }, look))).toEqual([])
  })

  test('what is open is looked up by one replica at a time, the user’s own first', async () => {
    const projectId = 'open'
    const others = operationOf({ projectId, userId: people[1] })
    const own = operationOf({ projectId, costWei: 1n, nonce: 2n ** 200n })
    await on(async (sql) => {
      for (const each of [others, own]) await insertSponsored(sql, each, now)
    })
    const look = (most: number, seconds = 0) =>
      on((sql) => {
        const times = { since: midnight, notSince: later(seconds - 5), now: later(seconds), most }
        return takeOpen(sql, { ...own, userId: people[0] }, times)
      })
    const { operationHash, sender, nonce, validUntil, fromBlock } = own
    expect(await look(1)).toEqual([{ operationHash, sender, nonce, validUntil, fromBlock }])
    expect((await look(9)).map((each) => each.operationHash)).toEqual([others.operationHash])
    expect(await look(9, 5)).toEqual([])
    expect(await look(9, 6)).toHaveLength(2)
  })

  test('the api can rewrite nothing else of what it has promised', async () => {
    const operation = operationOf({ projectId: 'kept' })
    await on((sql) => insertSponsored(sql, operation, now))
    await expect(on((sql) => sql`UPDATE sponsored_operations SET user_id = ${people[1]}`)).rejects.toThrow()
    await expect(on((sql) => sql`UPDATE sponsored_operations SET created_at = ${midnight}`)).rejects.toThrow()
  })
})
