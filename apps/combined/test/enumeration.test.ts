import type { Sql } from '@latchkey/service-kit/db/database'
import { expect, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'

const dappOrigin = 'http://127.0.0.1:3000'
const known = 'ada@example.com'

/** A stranger's requests about an email, and what they and the mail server see of it. */
const questions = [
  ['emailStart', { dappOrigin }],
  ['emailStart', { dappOrigin, purpose: 'confirmation' }],
  ['startDeviceLink', { dappOrigin }],
  ['startEmailChange', { dappOrigin, newEmail: 'free@example.com' }],
] as const

test('a third wrong code: known and unknown emails get the same answer by the same statements', async () => {
  const statements: string[] = []
  await using harness = await createHarness({
    seesStatements: true,
    wrapDatabase: (database) => {
      const listening =
        (role: string, sql: Sql): Sql =>
        (text, ...values) => {
          statements.push(`${role} ${text.join('?')}`)
          return sql(text, ...values)
        }
      return {
        ...database,
        transaction: (role, work) => database.transaction(role, (sql) => work(listening(role, sql))),
        statement: (role, work) => database.statement(role, (sql) => work(listening(role, sql))),
      }
    },
  })
  await logIn(harness, await harness.device(), known)
  harness.clock.advance(31)
  const seen = []
  for (const email of ['first@example.com', known, 'nobody@example.com']) {
    const stranger = await harness.device()
    const { attemptId } = await stranger.startEmail(email)
    const wrong = harness.mailbox.codeFor(email) === '000000' ? '000001' : '000000'
    const guess = () => stranger.client.call('emailVerify', { attemptId, code: wrong }).catch((error) => error.name)
    expect([await guess(), await guess()]).toEqual(['OTP_INVALID', 'OTP_INVALID'])
    statements.length = 0
    seen.push([await guess(), [...statements]])
  }
  expect(seen[1]?.[0]).toBe('OTP_EXHAUSTED')
  expect(seen[1]?.[1]?.length).toBeGreaterThan(2)
  expect(seen[2]).toEqual(seen[1])
})

test.each(questions)(
  '%s %o: known and unknown emails get the same status, body, statements and mail',
  async (name, input) => {
    const statements: string[] = []
    await using harness = await createHarness({
      deviceLink: 'always',
      wrapDatabase: (database) => ({
        ...database,
        transaction: (role, work) =>
          database.transaction(role, (sql) => {
            const listening: Sql = (text, ...values) => {
              statements.push(`${role} ${text.join('?')}`)
              return sql(text, ...values)
            }
            return work(listening)
          }),
      }),
    })
    const owner = await harness.device()
    await owner.client.call('startDeviceLink', { dappOrigin, email: known })
    await owner.client.call('approveDevice', { token: harness.mailbox.linkTokenFor(known) })
    await logIn(harness, owner, known)
    harness.clock.advance(31)

    const answers: { status: number; shape: unknown }[] = []
    const stranger = await harness.device({
      fetch: async (request, init) => {
        const response = await harness.fetch(request, init)
        const body = (await response.clone().json()) as object
        answers.push({
          status: response.status,
          shape: JSON.parse(
            JSON.stringify(body)
              .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|"\d\d"/g, 'x')
              .replace(/:x/g, ':"x"'),
          ),
        })
        return response
      },
    })
    // Its first call gets a nonce, and cleans up expired rows.
    await stranger.client.call('emailStart', { dappOrigin, email: 'first@example.com' })
    await stranger.client.call('startDeviceLink', { dappOrigin, email: 'first@example.com' })
    const seen = []
    for (const email of [known, 'nobody@example.com']) {
      statements.length = 0
      answers.length = 0
      const mailsBefore = harness.mailbox.mails.length
      await stranger.client.call(name, { ...input, email } as never)
      const mails = harness.mailbox.mails
        .slice(mailsBefore)
        .map(({ to, subject, text }) => [to === email, subject, text.replace(/\d{3} \d{3}|#\d{6}$|#[\w-]{43}/gm, '')])
      seen.push({ answers: [...answers], statements: [...statements], mails })
    }
    expect(seen[0]?.mails).toHaveLength(1)
    expect(seen[0]?.statements.length).toBeGreaterThan(3)
    expect(seen[1]).toEqual(seen[0])
  },
)
