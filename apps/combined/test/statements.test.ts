import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { createMemoryRateLimits } from '@latchkey/service-kit/rateLimits/memoryRateLimits'
import { expect, test } from 'vitest'
import { createHarness } from './harness.ts'

const email = 'ada@example.com'

/** Counts the statements for a server, including BEGIN and COMMIT. */
const createCounter = () => {
  const sent: string[] = []
  const countedBy =
    (sql: Sql): Sql =>
    (text, ...values) => {
      sent.push(text.join('?').trim().replace(/\s+/g, ' '))
      return sql(text, ...values)
    }
  const wrapDatabase = (database: Database): Database => ({
    ...database,
    statement: (role, ask) => database.statement(role, (sql) => ask(countedBy(sql))),
    transaction: async (role, work) => {
      sent.push('begin')
      const done = await database.transaction(role, (sql) => work(countedBy(sql)))
      sent.push('commit')
      return done
    },
  })
  return { sent, wrapDatabase }
}

/** Proofs are remembered as in Redis. */
const rateLimits = () => {
  const seen = new Set<string>()
  const remember = async (set: string, member: Uint8Array) => {
    const key = `${set} ${member}`
    return !seen.has(key) && seen.add(key).has(key)
  }
  return { ...createMemoryRateLimits(), remember }
}

test.each([
  ['with Redis', true, 43],
  ['without Redis, where each proof is a row', false, 51],
])('a first sign-in by link and code, with its wallet and its unlocking, %s', async (_, hasRedis, most) => {
  const { sent, wrapDatabase } = createCounter()
  await using harness = await createHarness({
    deviceLink: 'always',
    limits: { calls: true, mails: true },
    seesStatements: true,
    wrapDatabase,
    ...(hasRedis ? { rateLimits: rateLimits() } : {}),
  })
  const device = await harness.device()
  sent.length = 0
  const dappOrigin = 'http://127.0.0.1:3000'
  await device.client.call('startDeviceLink', { dappOrigin, email })
  const [, token = ''] = /device-link#([\w-]{43})/.exec(harness.mailbox.mails.at(-1)?.text ?? '') ?? []
  await device.client.call('approveDevice', { token })
  const { attemptId } = await device.startEmail(email)
  const login = await device.finishLogin(attemptId, harness.mailbox.codeFor(email))
  await device.enrol(login)
  await device.unlock(login.accessToken)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most)
  expect(sent.filter((text) => text.includes('spent_proofs')).length > 0).toBe(!hasRedis)
})
