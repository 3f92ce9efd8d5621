import { mkdtempDisposableSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProxies } from '@latchkey/proxies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../runCli.ts'
import { type Ran, runCommand } from '../testing/runCommand.fixture.ts'
import { startDeployment, type TestDeployment } from '../testing/startDeployment.fixture.ts'
import { stepNames } from './signIn.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())
const folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-sign-in-'))
afterAll(() => folder.remove())

let deployment: TestDeployment
beforeAll(async () => {
  deployment = owned.use(await startDeployment())
})

/** Runs the command in this process. */
const run = async (...args: string[]): Promise<Ran> => {
  const [said, complained]: string[][] = [[], []]
  const terminal = { say: (line: string) => said?.push(line), complain: (line: string) => complained?.push(line) }
  const code = await runCli(['sign-in', ...args], '0.0.0', terminal)
  return { code, said: said?.join('\n') ?? '', complained: complained?.join('\n') ?? '' }
}
const argsFor = (at: TestDeployment, email: string, ...more: string[]): string[] => {
  // Its clock is stopped: this skips the pause between mails.
  at.harness.clock.advance(60)
  const mailbox = ['--email', email, '--mailbox', at.mailboxUrl, '--state', join(folder.path, 'devices.json')]
  return [at.walletOrigin, ...mailbox, ...more]
}
const signIn = (at: TestDeployment, email: string, ...more: string[]): Promise<Ran> =>
  run(...argsFor(at, email, ...more))
const rowsOf = async ({ harness }: TestDeployment, authority: 'api' | 'custody', table: string): Promise<number> => {
  const count = await harness.database.transaction(
    authority,
    // Only names from this file are used.
    (sql) => sql<{ count: number }>([`SELECT count(*)::int AS count FROM ${table}`] as never),
  )
  return count[0]?.count ?? -1
}

test('it signs in by link and code, and out again, as often as it is run; one account and one device is all that is left', async () => {
  const first = await runCommand(['sign-in', ...argsFor(deployment, 'watch@example.com')])
  const second = await signIn(deployment, 'watch@example.com')
  for (const { code, said, complained } of [first, second]) {
    expect([code, complained]).toEqual([0, ''])
    for (const step of stepNames) expect(said).toMatch(new RegExp(`ok +${step}: \\d+ ms`))
    expect(said).toContain('11 ok, 0 faults, 0 warnings, 0 skipped')
  }
  expect(await rowsOf(deployment, 'api', 'users')).toBe(1)
  expect(await rowsOf(deployment, 'api', 'devices')).toBe(0)
  expect(await rowsOf(deployment, 'api', 'wallets')).toBe(0)
  expect(await rowsOf(deployment, 'api', 'sessions WHERE revoked_at IS NULL')).toBe(0)
  expect(await rowsOf(deployment, 'custody', 'known_devices')).toBe(1)
  expect(statSync(join(folder.path, 'devices.json')).mode & 0o777).toBe(0o600)
})

test('it signs in to a page of a project', async () => {
  const { code, said } = await signIn(deployment, 'watch@example.com', '--project', 'demo', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(said)).toMatchObject({ counts: { fault: 0 }, areas: [{ findings: expect.any(Array) }] })
  const mail = deployment.harness.mailbox.mails.at(-1)?.text
  expect(mail).toContain('http://127.0.0.1:3000')
})

describe('a fault', () => {
  test('mail that is not taken', async () => {
    deployment.harness.mailbox.isUp = false
    const { code, said } = await signIn(deployment, 'other@example.com')
    deployment.harness.mailbox.isUp = true
    expect(code).toBe(1)
    expect(said).toMatch(/FAULT +request a link: MAIL_FAILED/)
    expect(said).toMatch(/Fix: API_SMTP_URL/)
  })

  test('a mail that does not arrive', async () => {
    const { code, said } = await signIn(
      deployment,
      'watch@example.com',
      '--mailbox',
      `${deployment.mailboxUrl}/x?`,
      '--wait',
      '1',
    )
    expect(code).toBe(1)
    expect(said).toMatch(/FAULT +receive the link: no such mail within 1 s/)
    expect(said).toContain('spam folder')
  })

  test('services that take the word of users for their address', async () => {
    const proxies = readProxies('1', false)
    if ('reason' in proxies) throw new Error(proxies.reason)
    await using careless = await startDeployment({ proxies })
    const { code, said } = await signIn(careless, 'watch@example.com')
    expect(code).toBe(1)
    for (const authority of ['api', 'custody'])
      expect(said).toMatch(
        new RegExp(`FAULT +network that ${authority} sees: 192\\.0\\.2\\.x, which this command has made up`),
      )
    expect(said).toMatch(/Fix: Trust only the networks of the proxies.*TRUSTED_PROXIES in infra\/\.env/)
  })

  test('too many mails, with the limits to change', async () => {
    await using limited = await startDeployment({ limits: { calls: false, mails: true } })
    const outcomes: Ran[] = []
    for (let index = 0; index < 6; index++) outcomes.push(await signIn(limited, 'often@example.com'))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 1])
    expect(outcomes.at(-1)?.said).toMatch(/FAULT +request a (?:link|code): RATE_LIMITED for \d+ s/)
    expect(outcomes.at(-1)?.said).toContain('"mailsPerKnownNetworkHour": 60')
  })

  test('a deployment that is not there', async () => {
    const args = ['http://localhost:1', '--email', 'a@b.example', '--mailbox', deployment.mailboxUrl]
    const { code, said } = await run(...args)
    expect([code, said]).toEqual([1, expect.stringContaining('latchkey doctor <wallet url>')])
  })

  test('a mailbox that is not there', async () => {
    const { code, said } = await signIn(deployment, 'watch@example.com', '--mailbox', 'http://localhost:2')
    expect([code, said]).toEqual([1, expect.stringContaining('mailbox: nothing listens there')])
    expect(said).toContain('Check --mailbox')
  })

  test('a file of devices that is damaged', async () => {
    const file = join(folder.path, 'damaged.json')
    writeFileSync(file, '{}}')
    const { code, said } = await signIn(deployment, 'watch@example.com', '--state', file)
    expect([code, said]).toEqual([1, expect.stringContaining('is damaged: delete it')])
  })
})

test.each([
  [['--mailbox', 'imaps://mail.example'], '--email is missing'],
  [['--email', 'a@b.example'], '--mailbox is missing'],
  [['--email', 'a@b.example', '--mailbox', 'mail.example'], '--mailbox is imaps://'],
  [['--email', 'a@b.example', '--mailbox', 'imaps://a:secret@mail.example'], 'belongs into MAILBOX_PASSWORD'],
  [['--email', 'a@b.example', '--mailbox', 'imaps://mail.example', '--wait', 'long'], '--wait takes seconds'],
  [['--frobnicate'], '--frobnicate'],
])('a command line such as %j is none', async (args, words) => {
  const { code, said, complained } = await run('https://wallet.example', ...args)
  expect([code, said, complained]).toEqual([2, '', expect.stringContaining(words)])
  expect(complained).not.toContain('secret')
})
