import { createApiClient, endpoints } from '@latchkey/api-client'
import { solveChallenge } from '@latchkey/api-client/solveChallenge'
import { compareRights } from '@latchkey/service-kit/db/rights'
import { removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { readCaptureCommand, runCaptureCommand } from '../../api/src/emailCapture/capturedEmails.ts'
import { addresses, createHarness, demo, type Harness, type HarnessOptions, logIn } from './harness.ts'

const site = 'http://127.0.0.1:3000'
const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const email = 'ada@example.com'
const purpose = 'News about your orders'
const capturing = { ...demo, emailCapture: { purpose } }
const lines = (text: string): Record<string, string>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, string>)

async function createCapture(options: HarnessOptions = {}) {
  const harness = await createHarness(options)
  harness.writeProjects([capturing, { ...capturing, id: 'other', name: 'Other' }, { ...demo, id: 'silent' }])
  return harness
}

/** A page's client; `origin: null` is a caller that is no browser. */
const pageOf = ({ fetch }: Harness, { origin = site as string | null, projectId = 'demo' } = {}) =>
  createApiClient({
    endpoints,
    ...addresses,
    projectId,
    fetch: (input, init) => {
      const request = new Request(input, init)
      if (origin !== null) request.headers.set('origin', origin)
      return fetch(request)
    },
  })
type Page = ReturnType<typeof pageOf>

const start = (page: Page, change: Partial<Record<'account' | 'purpose' | 'email', string>> = {}) =>
  page.call('startEmailCapture', { account, purpose, email, ...change })
const confirm = (page: Page, attemptId: string, code: string) => page.call('confirmEmailCapture', { attemptId, code })
/** Returns the letters of the newest mail to an address. */
const codeFor = ({ mailbox }: Harness, to = email): string => {
  const letters = /^ {4}([A-Z]{3}) ([A-Z]{3})$/mu.exec(mailbox.mails.findLast((mail) => mail.to === to)?.text ?? '')
  if (letters === null) throw new Error(`no letters for ${to}`)
  return `${letters[1]}${letters[2]}`
}
const wrongFor = (code: string): string => (code === 'BBBBBB' ? 'CCCCCC' : 'BBBBBB')
const given = async (harness: Harness, ...flags: string[]): Promise<string> => {
  let text = ''
  await runCaptureCommand(harness.database, readCaptureCommand(['list', ...flags]), (part) => {
    text += part
  })
  return text
}

test('a code mailed to the address gives it to the project, with its purpose, account, site and time', async () => {
  await using harness = await createCapture()
  const page = pageOf(harness)
  const { attemptId } = await start(page, { email: ' Ada@Example.com ' })
  const mail = harness.mailbox.mails.at(-1)
  expect(mail?.text).toContain(`Purpose: ${purpose}`)
  expect(mail?.text).toContain("These letters don't sign you in anywhere")
  expect(lines(await given(harness, '--json'))).toEqual([])
  // As a user types it: with the space, in lower case.
  await confirm(page, attemptId, ` ${codeFor(harness).slice(0, 3)} ${codeFor(harness).slice(3)}`.toLowerCase())
  const row = { project: 'demo', email, account, accountProof: 'none', purpose, site }
  expect(lines(await given(harness, '--json'))).toEqual([{ ...row, givenAt: harness.clock.now().toISOString() }])
})

test('a wrong code costs a try, a used or expired one says so, and none of them gives anything', async () => {
  await using harness = await createCapture()
  const page = pageOf(harness)
  const { attemptId } = await start(page)
  const code = codeFor(harness)
  const guess = (of = attemptId) => confirm(page, of, wrongFor(code))
  await expect(guess()).rejects.toMatchObject({ name: 'OTP_INVALID', details: { triesLeft: 2 } })
  await expect(guess()).rejects.toMatchObject({ name: 'OTP_INVALID', details: { triesLeft: 1 } })
  await expect(guess()).rejects.toMatchObject({ name: 'OTP_EXHAUSTED' })
  await expect(confirm(page, attemptId, code)).rejects.toMatchObject({ name: 'OTP_EXHAUSTED' })

  harness.clock.advance(31)
  const second = await start(page)
  harness.clock.advance(601)
  await expect(confirm(page, second.attemptId, codeFor(harness))).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
  expect(lines(await given(harness, '--json'))).toEqual([])

  const third = await start(page)
  const racing = await Promise.allSettled([1, 2].map(() => confirm(page, third.attemptId, codeFor(harness))))
  expect(racing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(confirm(page, third.attemptId, codeFor(harness))).rejects.toMatchObject({ name: 'OTP_USED' })
  expect(lines(await given(harness, '--json'))).toHaveLength(1)
})

test('a code counts on the page and for the project that asked for it', async () => {
  await using harness = await createCapture()
  const { attemptId } = await start(pageOf(harness))
  const code = codeFor(harness)
  for (const elsewhere of [{ origin: 'http://localhost:3000' }, { projectId: 'other' }])
    await expect(confirm(pageOf(harness, elsewhere), attemptId, code)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
  await confirm(pageOf(harness), attemptId, code)
})

test.each([
  ['an address that is none', 'EMAIL_INVALID', (harness: Harness) => start(pageOf(harness), { email: 'ada@' })],
  [
    'an account that is none',
    'CAIP_ADDRESS_INVALID',
    (harness) => start(pageOf(harness), { account: 'eip155:1:0x12' }),
  ],
  ['another purpose than the project’s', 'PURPOSE_CHANGED', (harness) => start(pageOf(harness), { purpose: 'Mail' })],
  [
    'an origin that is not listed',
    'ORIGIN_NOT_ALLOWED',
    (harness) => start(pageOf(harness, { origin: 'https://evil.example' })),
  ],
  ['a caller that is no page', 'ORIGIN_NOT_ALLOWED', (harness) => start(pageOf(harness, { origin: null }))],
  ['a project without a purpose', 'NOT_ENABLED', (harness) => start(pageOf(harness, { projectId: 'silent' }))],
  ['a project that is not there', 'PROJECT_UNKNOWN', (harness) => start(pageOf(harness, { projectId: 'nobodys' }))],
] as readonly [string, string, (harness: Harness) => Promise<unknown>][])(
  '%s is refused (%s), and nothing is mailed',
  async (_, name, act) => {
    await using harness = await createCapture()
    await expect(act(harness)).rejects.toMatchObject({ name })
    expect(harness.mailbox.mails).toEqual([])
  },
)

test('the feature can be turned off for a project, and its setting is told to its pages', async () => {
  await using harness = await createCapture()
  const page = pageOf(harness)
  const { attemptId } = await start(page)
  const config = () => page.call('getProjectConfig', {})
  expect(await config()).toEqual({ features: null, emailCapture: { purpose } })
  const feature = { id: 'email_capture', isEnabled: true, config: ['required'] }
  harness.writeProjects([{ ...capturing, features: [feature] }])
  expect(await config()).toEqual({ features: [feature], emailCapture: { purpose } })
  for (const features of [[], [{ ...feature, isEnabled: false }]]) {
    harness.writeProjects([{ ...capturing, features }])
    expect(await config()).toEqual({ features })
    harness.clock.advance(31)
    await expect(start(page)).rejects.toMatchObject({ name: 'NOT_ENABLED' })
    await expect(confirm(page, attemptId, codeFor(harness))).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  }
})

test('a mail that is not taken leaves nothing behind', async () => {
  await using harness = await createCapture()
  harness.mailbox.isUp = false
  await expect(start(pageOf(harness))).rejects.toMatchObject({ name: 'MAIL_FAILED' })
  harness.mailbox.isUp = true
  // Without a pause.
  await start(pageOf(harness))
})

test('mails are limited, wait for a challenge, and use up none of those that sign in', async () => {
  await using harness = await createCapture({
    limits: {
      calls: false,
      mails: true,
      changes: { mailsPerHour: 4, mailsPerEmailHour: 3, challengePercent: 50, challengeWork: 1 },
    },
    deviceLink: 'always',
  })
  const page = pageOf(harness)
  await start(page)
  await expect(start(page)).rejects.toMatchObject({ name: 'RATE_LIMITED', details: { seconds: 30 } })
  harness.clock.advance(31)
  const challenge = await start(page).then(
    () => null,
    ({ name, details }) => (name === 'CHALLENGE_REQUIRED' ? details : null),
  )
  const solution = await solveChallenge(challenge)
  await page.call('startEmailCapture', { account, purpose, email, solution })
  harness.clock.advance(31)
  // A solution counts once, and for one account.
  const repeated = (of: string) => page.call('startEmailCapture', { account: of, purpose, email, solution })
  await expect(repeated(account)).rejects.toMatchObject({ name: 'CHALLENGE_REQUIRED' })
  await expect(repeated(`${account.slice(0, -1)}7`)).rejects.toMatchObject({ name: 'CHALLENGE_REQUIRED' })
  // All capture mails that unknown senders get in an hour.
  const others = ['b', 'c', 'd', 'e'].map((name) => start(page, { email: `${name}@example.com` }))
  expect((await Promise.allSettled(others)).some(({ status }) => status === 'rejected')).toBe(true)
  const device = await harness.device()
  const { link } = await device.client.call('startDeviceLink', { dappOrigin: site, email })
  expect(link).not.toBeNull()
})

/** Now and then a process looks for new keys, whatever the call. */
const isOfCall = (statement: string): boolean => !statement.includes('authority_keys')

test('known and unknown addresses get the same answer by the same statements, and the same mail', async () => {
  const statements: string[] = []
  await using harness = await createCapture({
    wrapDatabase: (database) => ({
      ...database,
      transaction: (role, work) =>
        database.transaction(role, (sql) =>
          work((text, ...values) => {
            statements.push(`${role} ${text.join('?')}`)
            return sql(text, ...values)
          }),
        ),
    }),
  })
  const page = pageOf(harness)
  await logIn(harness, await harness.device(), email)
  const first = await start(page)
  await confirm(page, first.attemptId, codeFor(harness))
  harness.clock.advance(31)
  const seen = []
  for (const to of [email, 'stranger@example.com']) {
    statements.length = 0
    const { attemptId, ...answer } = await start(page, { email: to })
    const mail = harness.mailbox.mails.at(-1)
    const code = codeFor(harness, to)
    const failure = await confirm(page, attemptId, wrongFor(code)).catch((error) => [error.name, error.details])
    const said = [mail?.to === to, mail?.subject, mail?.text.replaceAll(/[A-Z]{3} ?[A-Z]{3}$/gmu, '')]
    seen.push({ answer, failure, said, statements: statements.filter(isOfCall) })
  }
  expect(seen[0]?.statements.length).toBeGreaterThan(3)
  // Custody is not called.
  expect(seen[0]?.statements.filter((statement) => !statement.startsWith('api'))).toEqual([])
  expect(seen[1]).toEqual(seen[0])
})

test('a user gives the verified address of their own account without a code, and finds it in their log', async () => {
  await using harness = await createCapture()
  const device = await harness.device()
  const login = await logIn(harness, device, email)
  const own = `eip155:1:${login.wallet.addresses.eip155[0]}`
  const mails = harness.mailbox.mails.length
  const share = (change: object = {}) =>
    device.client.call('shareEmail', { dappOrigin: site, account: own, purpose, ...change }, login)
  await expect(share({ account })).rejects.toMatchObject({ name: 'CAIP_ADDRESS_INVALID' })
  await expect(share({ purpose: 'Mail' })).rejects.toMatchObject({ name: 'PURPOSE_CHANGED' })
  await expect(share({ dappOrigin: 'https://evil.example' })).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
  await share()
  await share()
  expect(harness.mailbox.mails).toHaveLength(mails)
  expect(lines(await given(harness, '--json'))).toMatchObject([{ email, account: own, accountProof: 'session' }])
  const { entries } = await device.client.call('apiAuditLog', {}, login)
  expect(entries[0]).toMatchObject({ event: 'email shared with a site' })
  await device.client.call('endSession', { refreshToken: login.refreshToken })
  await expect(share()).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  // A code entry by the page for the same account is the page's own claim again.
  const page = pageOf(harness)
  const { attemptId } = await start(page, { account: own })
  await confirm(page, attemptId, codeFor(harness))
  expect(lines(await given(harness, '--json'))).toMatchObject([{ email, account: own, accountProof: 'none' }])
})

test('what was given goes with the account, by its age, or on the operator’s command', async () => {
  await using harness = await createCapture()
  const page = pageOf(harness)
  const device = await harness.device()
  const login = await logIn(harness, device, email)
  await device.client.call(
    'shareEmail',
    { dappOrigin: site, account: `eip155:1:${login.wallet.addresses.eip155[0]}`, purpose },
    login,
  )
  for (const to of ['bob@example.com', 'cat@example.com']) {
    const { attemptId } = await start(page, { email: to })
    await confirm(page, attemptId, codeFor(harness, to))
  }
  // All at the same time by the harness's clock, so in any order.
  const emails = async () =>
    lines(await given(harness, '--json'))
      .map((row) => row.email as string)
      .sort()
  expect(await emails()).toEqual([email, 'bob@example.com', 'cat@example.com'])
  // Accounts can't be deleted yet: a deletion would cascade to the dependent rows.
  const [rule] = await harness.database.transaction(
    'api',
    (sql) => sql`SELECT confdeltype::text AS rule FROM pg_constraint
      WHERE contype = 'f' AND conrelid = 'captured_emails'::regclass AND confrelid = 'users'::regclass`,
  )
  expect(rule).toEqual({ rule: 'c' })

  let said = ''
  await runCaptureCommand(harness.database, readCaptureCommand(['forget', 'Bob@example.com']), (text) => {
    said += text
  })
  expect(said).toBe('1 removed\n')
  expect(await emails()).toEqual([email, 'cat@example.com'])
  harness.clock.advance(731 * 86_400)
  const rules = apiRetention({
    sessionsDays: 30,
    devicesDays: 730,
    auditDays: 730,
    networksDays: 180,
    capturedEmailsDays: 730,
    telemetryDays: 30,
  })
  await removeExpired({ authority: 'api', database: harness.database, clock: harness.clock, rules })
  expect(await emails()).toEqual([])
  const [left] = await harness.database.transaction(
    'api',
    (sql) => sql`SELECT count(*)::int AS attempts FROM email_capture_attempts`,
  )
  expect(left).toEqual({ attempts: 0 })
})

test('custody has no right to what was given', async () => {
  await using harness = await createCapture()
  const read = harness.database.transaction('custody', (sql) => sql`SELECT * FROM latchkey_api.captured_emails`)
  await expect(read).rejects.toThrow(/permission denied/u)
  expect(await harness.database.transaction('api', compareRights)).toEqual({ missing: [], extra: [] })
})

test('the list is CSV that a spreadsheet takes as text, of one project where one is named', async () => {
  await using harness = await createCapture()
  for (const [projectId, to] of [
    ['demo', '=cmd@example.com'],
    ['other', 'bob@example.com'],
  ] as const) {
    const page = pageOf(harness, { projectId })
    const { attemptId } = await start(page, { email: to })
    await confirm(page, attemptId, codeFor(harness, to))
  }
  const [head, ...rows] = (await given(harness, '--project=demo')).trimEnd().split('\r\n')
  expect(head).toBe('project,email,account,accountProof,purpose,site,givenAt')
  expect(rows).toEqual([
    `"demo","'=cmd@example.com","${account}","none","${purpose}","${site}","${harness.clock.now().toISOString()}"`,
  ])
  expect(lines(await given(harness, '--json')).map((row) => row.project)).toEqual(['demo', 'other'])
  for (const wrong of [
    [],
    ['list', '--xml'],
    ['forget'],
    ['forget', email, email],
    ['list', '--project=a', '--project=b'],
  ])
    expect(() => readCaptureCommand(wrong)).toThrow('Say list')
})
