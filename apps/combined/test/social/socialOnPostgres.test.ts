import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../harness.ts'
import {
  begin,
  comeBack,
  confirmAt,
  createSocialHarness,
  finish,
  linkAt,
  logInAt,
  madeBy,
  page,
  prove,
  type SocialHarness,
} from './socialLogin.ts'
import { providerUser } from './startProviders.ts'

/** On a PostgreSQL server, where transactions are truly concurrent. */
let server: PostgresServer
let harness: SocialHarness
beforeAll(async () => {
  server = await startPostgres()
  harness = await createSocialHarness({ database: await openDatabase({ url: server.url }) })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const ten = <result>(work: () => Promise<result>) => Promise.allSettled(Array.from({ length: 10 }, work))
const done = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length

test('a login, a second one, a confirmation, a denial and a link', async () => {
  const person = providerUser()
  const device = await harness.device()
  const first = await logInAt(harness, device, 'apple', person)
  const wallet = await device.enrol(first)
  const other = await harness.device()
  const second = await logInAt(harness, other, 'apple', person)
  expect(second.login).toEqual({ provider: 'apple', userName: 'Ada Lovelace' })
  expect(await other.enrol(second)).toEqual(wallet)
  await confirmAt(harness, other, 'apple', person, second.accessToken)
  await linkAt(harness, other, 'x', person, second)
  expect((await other.client.call('listLogins', {}, second)).logins).toHaveLength(2)
  const denied = await begin(device, 'apple')
  await comeBack(harness, harness.providers.turnBack(denied.uri, 'user_cancelled_authorize'))
  await expect(finish(device, denied, null)).rejects.toMatchObject({ name: 'SOCIAL_DENIED' })
})

test('of ten windows that come back at once with one state one gets a result', async () => {
  const started = await begin(await harness.device(), 'google')
  const returns = harness.providers.signIn(started.uri, providerUser())
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => comeBack(harness, returns)))
  expect(outcomes.filter(({ result }) => result !== undefined)).toHaveLength(1)
})

test('ten calls that finish at once exchange the code once, and all have the answer, which custody takes once', async () => {
  const device = await harness.device()
  const started = await begin(device, 'discord')
  const { result = '' } = await comeBack(harness, harness.providers.signIn(started.uri, providerUser()))
  const calls = harness.providers.calls.token
  const answers = await Promise.all(Array.from({ length: 10 }, () => finish(device, started, result)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(harness.providers.calls.token).toBe(calls + 1)
  const [answer] = answers
  if (answer === undefined) throw new Error('no answer')
  const { codeChallenge } = started
  const asked = { provider: 'discord', codeChallenge, proof: answer.proof } as const
  expect(done(await ten(() => device.client.call('socialVerify', asked)))).toBe(1)
})

test('one grant opens one session, however often it is brought at once', async () => {
  const device = await harness.device()
  const { started, finished } = await prove(harness, device, 'github', providerUser())
  const { codeChallenge } = started
  const asked = { provider: 'github', codeChallenge, proof: finished.proof } as const
  const { apiGrant } = await device.client.call('socialVerify', asked)
  expect(done(await ten(() => device.client.call('startSession', { apiGrant, dappOrigin: page })))).toBe(1)
})

test('a newcomer who signs in on six devices at once is one user', async () => {
  const person = providerUser()
  const before = await madeBy(harness)
  const devices = await Promise.all(Array.from({ length: 6 }, () => harness.device()))
  const logins = await Promise.all(devices.map((device) => logInAt(harness, device, 'facebook', person)))
  expect(new Set(logins.map(({ userId }) => userId)).size).toBe(1)
  const after = await madeBy(harness)
  expect([after.users, after.people, after.logins, after.identities]).toEqual(
    [before.users, before.people, before.logins, before.identities].map((count) => Number(count) + 1),
  )
})

test('of two accounts that link one identity at once one gets it', async () => {
  const person = providerUser()
  const outcomes = await Promise.allSettled(
    ['one@example.com', 'two@example.com'].map(async (email) => {
      const device = await harness.device()
      await linkAt(harness, device, 'google', person, await logIn(harness, device, email))
    }),
  )
  expect(done(outcomes)).toBe(1)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.name] : []))
  expect(refused).toEqual(['IDENTITY_IN_USE'])
})
