import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Authority, endpoints } from '@latchkey/api-client'
import { freeze } from '@latchkey/service-kit/test/freeze'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findLeaks } from '../../../e2e/secrets/findLeaks.ts'
import { findChromium } from '../../../scripts/chromium.ts'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { codeIn, createDevice, logIn, nextMail, tokenIn } from './logIn.ts'
import { openBrowser } from './openBrowser.ts'
import { cdn, type Deployed, type ServiceName, startDeployed } from './startDeployed.ts'
import { type PlainProcess, startPlain } from './startPlain.ts'
import { tamperWithBuild } from './tamperWithBuild.ts'

const cli = join(import.meta.dirname, '../../../packages/cli')
const secureFrame = join(import.meta.dirname, '../../../apps/secure-frame')
let deployed: Deployed
const running: Partial<Record<ServiceName, PlainProcess>> = {}
/** All processes ever started. */
const started: { name: ServiceName; process: PlainProcess }[] = []
const start = async (name: ServiceName): Promise<PlainProcess> => {
  const process = deployed.run(name)
  running[name] = process
  started.push({ name, process })
  await deployed.untilHealthy(name, process)
  return process
}

/** A mail's own content, without the mail servers' additions. */
const readMail = (data: string): string => {
  const text = data.replace(/=\r?\n/g, '')
  const token = tokenIn(text)
  return token === '' ? codeIn(text) : `#${token}`
}

beforeAll(async () => {
  deployed = await startDeployed()
})
afterAll(() => deployed[Symbol.asyncDispose]())

describe('settings', () => {
  const optional =
    /^(?:HOSTS?|METRICS_\w+|PROJECT_LIST_(?:PORT|HOSTS)|TRUSTED_PROXIES|LIMITS_FILE|REDIS_URL|CACHE_URL|NODES|KEY_RING_FILE|PREVIOUS_BUILDS|LAST_KNOWN|.*_INTERNAL_URL)$/
  test.each<ServiceName>(['migrate', 'api', 'custody', 'frame'])(
    'without its settings %s does not start, and names each',
    async (name) => {
      const names = Object.keys(deployed.environmentOf(name))
      const ended = deployed.run(name, Object.fromEntries(names.map((each) => [each, null])))
      expect(await ended.ended).toBe(1)
      for (const each of names.filter((one) => !optional.test(one)))
        expect(ended.said()).toMatch(new RegExp(`${each}: (?:is missing|Invalid input: expected)`))
      expect(ended.said()).not.toMatch(/\n\s+at /)
    },
  )

  test.each<ServiceName>(['api', 'custody'])('%s needs keys, of one kind', async (name) => {
    const ended = deployed.run(name, { KEY_RING_FILE: null })
    expect([await ended.ended, ended.said()]).toEqual([1, expect.stringContaining('KEY_RING_FILE: needed')])
  })

  test('with a wrong password of the owner nothing is migrated, and no password is said', async () => {
    const url = deployed.environmentOf('migrate').DATABASE_URL ?? ''
    const ended = deployed.run('migrate', { DATABASE_URL: url.replace(/:[^:@]*@/, ':not-the-secret@') })
    expect([await ended.ended, ended.said()]).toEqual([1, expect.stringContaining('check DATABASE_URL (28P01)')])
    expect(ended.said()).not.toContain('secret')
  })
})

test('all of it starts in the order of the compose file, each healthy by its own check, and says that it is split', async () => {
  const counters = await Promise.all((['redis', 'cache'] as const).map(start))
  // Their users are arguments, which other users of the machine could read.
  if (process.platform === 'linux')
    for (const { pid } of counters) expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('secret')
  expect(await deployed.run('migrate').ended).toBe(0)
  await Promise.all((['api', 'custody', 'frame', 'proxy'] as const).map(start))
  for (const [service, port] of [
    ['api', 'PORT'],
    ['custody', 'PORT'],
  ] as const) {
    const address = `http://127.0.0.1:${deployed.environmentOf(service)[port]}`
    const health = await (await fetch(`${address}/health`)).json()
    expect(health).toMatchObject({ status: 'ok', authority: service, mode: 'split', database: 'ok' })
  }
})

describe.each<ServiceName>(['api', 'custody'])('%s does not start', (name) => {
  test.each([
    ['DATABASE_URL', 'check DATABASE_URL'],
    ['REDIS_URL', 'check REDIS_URL, and what its login may do (WRONGPASS)'],
  ])('with a wrong password in %s, says so, and repeats none', async (setting, words) => {
    const url = deployed.environmentOf(name)[setting] ?? ''
    const ended = deployed.run(name, { [setting]: url.replace(/:[^:@]*@/, ':not-the-secret@') })
    expect([await ended.ended, ended.said()]).toEqual([1, expect.stringContaining(words)])
    expect(ended.said()).not.toContain('secret')
  })

  test('with the logins of the other one', async () => {
    const other = deployed.environmentOf(name === 'api' ? 'custody' : 'api')
    const ended = deployed.run(name, { DATABASE_URL: other.DATABASE_URL ?? '' })
    expect([await ended.ended, ended.said()]).toEqual([1, expect.stringContaining('check DATABASE_URL')])
    const refused = deployed.run(name, { REDIS_URL: other.REDIS_URL ?? '' })
    expect([await refused.ended, refused.said()]).toEqual([1, expect.stringContaining('(NOPERM)')])
  })

  test('with keys that others can read', async () => {
    const file = join(deployed.keysOf(name), 'ring.json')
    chmodSync(file, 0o644)
    const ended = deployed.run(name)
    expect([await ended.ended, ended.said()]).toEqual([1, expect.stringContaining('chmod 600')])
    chmodSync(file, 0o600)
  })
})

describe('at the host names', () => {
  const originOf = (authority: Authority): string => (authority === 'api' ? deployed.apiOrigin : deployed.custodyOrigin)

  test('every row of the endpoint table is answered by its authority at its own, and at no document’s', async () => {
    const rows = Object.entries(endpoints).filter(([, { path }]) => path !== '/health')
    for (const [name, { path, method, authority }] of rows) {
      const body = method === 'GET' ? {} : { body: 'no JSON' }
      const place = path.replace(/:\w+/, 'x')
      const response = await fetch(`${originOf(authority)}${place}`, { method, ...body })
      expect([name, response.headers.get('content-type')?.split(';')[0]]).not.toEqual([name, 'text/html'])
      for (const origin of [deployed.walletOrigin, deployed.vaultOrigin])
        expect([name, (await fetch(`${origin}${place}`, { method, ...body })).status]).toEqual([name, 404])
      // Each logs its calls in its own log.
      await expect.poll(() => running[authority]?.said()).toContain(`"route":"${name}"`)
    }
  })

  test('the documents come with policies that name the two host names, and are for the project’s pages', async () => {
    const { walletOrigin, vaultOrigin, apiOrigin, custodyOrigin } = deployed
    const wallet = await fetch(`${walletOrigin}/sdk?projectId=demo`)
    const policy = wallet.headers.get('content-security-policy')
    expect([wallet.status, policy]).toEqual([200, expect.stringContaining('frame-ancestors http://127.0.0.1:3000')])
    expect(policy).toContain(`connect-src ${apiOrigin}/ ${custodyOrigin}/;`)
    expect(policy).toContain(`frame-src ${vaultOrigin}`)
    const vault = await fetch(`${vaultOrigin}/vault?projectId=demo`)
    expect([vault.status, await vault.text()]).toEqual([200, expect.stringContaining('HpkePublicKey')])
  })

  test('the api reference is a page that finds calls, in an opaque origin', async () => {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const page = await browser.newPage()
      await page.goto(`${deployed.apiOrigin}/docs`)
      await page.getByRole('searchbox', { name: 'Find a call' }).fill('emailVerify no such call')
      await page.getByText(/^0 of \d+$/).waitFor()
      expect(await page.evaluate(() => origin)).toBe('null')
    } finally {
      await browser.close()
    }
  })
})

test('the doctor finds no fault in it', async () => {
  const { walletOrigin, vaultOrigin } = deployed
  const words = ['doctor', walletOrigin, '--project', 'demo', '--vault', vaultOrigin]
  const doctor = startPlain({ command: ['node', 'src/main.ts', ...words], folder: cli, environment: {} })
  expect([await doctor.ended, doctor.said()]).toEqual([
    0,
    expect.stringMatching(/ ok, 0 faults, 0 warnings, \d+ skipped\n$/),
  ])
})

test('what it serves is what the build consists of, and one byte of any script that is another one is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-manifest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'frame-manifest.json')
  const [privateFile, publicFile] = [join(folder, 'private.pem'), join(folder, 'public.pem')]
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
  const run = async (script: string, at: string, ...words: string[]) => {
    const process = startPlain({ command: ['node', script, ...words], folder: at, environment: {} })
    return [await process.ended, process.said()]
  }
  const verify = (...key: string[]) =>
    run('src/main.ts', cli, 'verify', deployed.walletOrigin, '--project', 'demo', '--manifest', file, ...key)
  expect(await run('scripts/writeManifest.ts', secureFrame, '--out', file, '--sign', privateFile)).toEqual([
    0,
    expect.stringContaining('frame-manifest.json: sha256 '),
  ])
  const fine = expect.stringMatching(/ 0 faults, 0 warnings, 0 skipped\n$/)
  expect(await verify('--key', publicFile)).toEqual([0, fine])
  // The new manifest is not signed.
  writeFileSync(file, `${readFileSync(file, 'utf8')} `)
  expect(await verify('--key', publicFile)).toEqual([2, expect.stringContaining('is no signature of the manifest')])

  const scripts = tamperWithBuild(folder)
  expect(await running.frame?.stop()).toBe(0)
  const changed = deployed.run('frame', { DIST_FOLDER: folder, PREVIOUS_BUILDS: null })
  await deployed.untilHealthy('frame', changed)
  const [code, said] = await verify('--unsigned')
  expect(await changed.stop()).toBe(0)
  await start('frame')
  expect(code).toBe(1)
  // Each for two clients, of which five are named.
  for (const part of ['wallet', 'vault'] as const)
    expect(said).toMatch(new RegExp(`files of the ${part}[^]*?; and ${2 * scripts[part] - 5} more`))
  expect(await verify('--unsigned')).toEqual([0, fine])
})

// Only Linux shows which processes belong to which.
describe.runIf(process.platform === 'linux')('the status that everyone can read', () => {
  type Parts = Record<string, string>
  const readStatus = async (): Promise<{ code: number; status: string; parts: Parts }> => {
    const response = await fetch(`${deployed.walletOrigin}/status`)
    return { code: response.status, ...((await response.json()) as { status: string; parts: Parts }) }
  }
  const whole = { frame: 'ok', api: 'ok', custody: 'ok', database: 'ok', redis: 'ok', mail: 'ok', chains: 'ok' }
  /** Resolves with the milliseconds until the status matches. */
  const untilStatus = async (wanted: object): Promise<number> => {
    const startedAt = performance.now()
    await expect.poll(readStatus, { interval: 50, timeout: 20_000 }).toMatchObject(wanted)
    return performance.now() - startedAt
  }
  const freezeMail = (): (() => void) => {
    const goOn = Object.values(deployed.mail).map((server) => server.freeze())
    return () => {
      for (const each of goOn) each()
    }
  }
  const bothAway = { api: 'away', custody: 'away' }
  const bothDegraded = { api: 'degraded', custody: 'degraded' }

  test('is ok, also at each authority', async () => {
    await untilStatus({ code: 200, status: 'ok', parts: whole })
    for (const [origin, path] of [
      [deployed.apiOrigin, '/account/ready'],
      [deployed.custodyOrigin, '/custody/ready'],
    ] as const) {
      const response = await fetch(`${origin}${path}`)
      expect([path, response.status, await response.json()]).toMatchObject([path, 200, { status: 'ready' }])
    }
  })

  // First those that are checked only at intervals.
  test.each<[string, () => () => unknown, number, Parts]>([
    ['the mail servers are frozen', freezeMail, 200, { ...bothDegraded, mail: 'away' }],
    ['the node is frozen', () => deployed.node.freeze(), 200, { api: 'degraded', chains: 'away' }],
    ['PostgreSQL is frozen', () => freeze(deployed.database.pid()), 503, { ...bothAway, database: 'away' }],
    ['Redis is frozen', () => freeze(running.redis?.pid ?? 0), 503, { ...bothAway, redis: 'away' }],
    ['custody is frozen', () => freeze(running.custody?.pid ?? 0), 503, { custody: 'away' }],
    ['custody is killed', killCustody, 503, { custody: 'away' }],
  ])('while %s says so within 3 s, without a call that needs it', async (_, stop, code, parts) => {
    await untilStatus({ status: 'ok' })
    const goOn = stop()
    const ms = await untilStatus({ code, parts: { ...whole, ...parts } })
    expect(ms).toBeLessThan(3_000)
    await goOn()
    await untilStatus({ code: 200, status: 'ok', parts: whole })
  })

  function killCustody(): () => Promise<unknown> {
    running.custody?.kill()
    return () => start('custody')
  }
})

test('metrics are at a port of their own, where no host name leads', async () => {
  for (const name of ['api', 'custody'] as const) {
    const own = await fetch(`http://127.0.0.1:${deployed.environmentOf(name).METRICS_PORT}/metrics`)
    expect(await own.text()).toContain(`latchkey_part_up{authority="${name}",part="redis"} 1\n`)
    expect(running[name]?.said()).toMatch(
      new RegExp(`"event":"started","authority":"${name}","version":"[^"]+","mode":"split"`),
    )
  }
  expect(running.frame?.said()).toContain('"event":"started","part":"frame"')
  const { walletOrigin, vaultOrigin, apiOrigin, custodyOrigin } = deployed
  for (const origin of [walletOrigin, vaultOrigin, apiOrigin, custodyOrigin])
    for (const path of ['/metrics', '/custody/metrics', '/account/metrics', '/v1/metrics'])
      expect([origin, path, (await fetch(`${origin}${path}`)).status]).toEqual([origin, path, 404])
})

test('what a browser refuses of a wallet document is counted and logged, without an address', async () => {
  const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
  try {
    const page = await browser.newPage()
    await page.goto(deployed.walletOrigin)
    await page.evaluate(() => {
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'https://ada.example/?ada@example.com' }),
      )
    })
    const labels = { directive: 'img-src', blocked: 'elsewhere', page: '/' }
    await expect
      .poll(() => running.frame?.said())
      .toContain(`"event":"policy violation","part":"frame",${JSON.stringify(labels).slice(1)}`)
    const metrics = await fetch(`http://127.0.0.1:${deployed.environmentOf('frame').METRICS_PORT}/metrics`)
    expect(await metrics.text()).toContain(
      'latchkey_policy_violations_total{directive="img-src",blocked="elsewhere",page="/"} 1\n',
    )
    expect(running.frame?.said()).not.toContain('ada')
  } finally {
    await browser.close()
  }
})

test('the list of all projects is on a separate port that no host name leads to', async () => {
  const own = await fetch(`${deployed.environmentOf('frame').PROJECT_LIST_URL}/projects`)
  expect(await own.json()).toMatchObject({ projects: [{ id: 'wallet' }, { id: 'demo' }] })
  const { walletOrigin, vaultOrigin, apiOrigin, custodyOrigin } = deployed
  for (const origin of [walletOrigin, vaultOrigin, apiOrigin, custodyOrigin])
    expect([origin, (await fetch(`${origin}/projects`)).status]).toEqual([origin, 404])
})

test('a project that the operator adds has its documents, without a restart', async () => {
  const file = deployed.environmentOf('api').PROJECTS_FILE ?? ''
  const url = `${deployed.walletOrigin}/sdk?projectId=shop`
  expect((await fetch(url)).status).toBe(403)
  const shop = { id: 'shop', name: 'Shop', origins: ['https://shop.example'] }
  const text = JSON.stringify([...JSON.parse(readFileSync(file, 'utf8')), shop])
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
  expect((await fetch(url)).headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example')
})

test('a user’s own request id does not count: the proxy gives each request one', async () => {
  const headers = { 'X-Request-Id': '0f8fad5b-d9cb-469f-a165-70867728950e' }
  const response = await fetch(`${deployed.apiOrigin}/getWallets?projectId=demo`, { headers })
  const id = response.headers.get('x-request-id')
  expect([id, id === headers['X-Request-Id']]).toEqual([expect.stringMatching(/^[\w-]{36}$/), false])
  await expect.poll(() => running.api?.said()).toContain(`"requestId":"${id}"`)
})

describe('users', () => {
  /** Requests a code with an invalid proof, which counts for the client's network before it is rejected. */
  const ask = (localAddress: string, forwarded: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { host, port } = new URL(deployed.custodyOrigin)
      const { path, method } = endpoints.emailStart
      const headers = { Host: host, 'X-Forwarded-For': forwarded, DPoP: 'none' }
      request({ host: '127.0.0.1', port, path, method, localAddress, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
        .on('error', reject)
        .end('{}')
    })
  const askOften = (from: string): Promise<number[]> =>
    Promise.all(Array.from({ length: 70 }, (_, index) => ask(from, `198.51.100.${index + 1}`)))

  test('behind a CDN are counted separately', async () => {
    expect(new Set(await askOften(cdn))).not.toContain(429)
  })

  test('name no address of their own choice', async () => {
    expect(new Set(await askOften('127.0.3.1'))).toContain(429)
  })
})

test('in a browser a user approves the device, enters the code, gets a wallet, signs, and finds it again after a reload', async () => {
  await using visit = await openBrowser(deployed)
  const { page, dialog, wallet } = visit
  const email = 'bob@example.com'
  const link = nextMail(deployed.mail.api, email)
  await page.getByRole('banner').getByRole('button').click()
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  const code = nextMail(deployed.mail.custody, email)
  const reader = await visit.openElsewhere(`${deployed.walletOrigin}/device-link#${tokenIn(await link)}`)
  const number = (await wallet.locator('.login-digits').textContent()) ?? ''
  await reader.getByRole('button', { name: number, exact: true }).click()
  await wallet.getByLabel('Six-digit code').fill(codeIn(await code))
  await page.getByRole('heading', { name: 'You are connected' }).waitFor()

  await page.reload()
  await page.getByRole('heading', { name: 'You are connected' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Sign message' }).click()
  await wallet.getByRole('button', { name: /^Sign/, disabled: false }).click()
  await page.getByRole('log', { name: 'Results' }).getByText('Valid signature').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a user signs in with the link that the api mails and the code that custody mails, and again on another device; each outage ends', async () => {
  const email = 'ada@example.com'
  const first = await createDevice(deployed)
  const login = await logIn(deployed, first, email)
  const wallet = await first.enrol(login)
  const address = await first.unlock(login.accessToken)
  expect(wallet.addresses.eip155).toContain(address)

  // No link passes through custody's mail service, no code through the api's.
  expect(deployed.mail.api.delivered.every(({ data }) => data.includes('device-link'))).toBe(true)
  expect(deployed.mail.custody.delivered.some(({ data }) => data.includes('device-link'))).toBe(false)

  // The database stops: both report it, nothing is released; it comes back: both continue by themselves.
  await deployed.database.stop()
  for (const name of ['api', 'custody'] as const) expect(await deployed.isHealthy(name)).toBe(false)
  await expect(first.unlock(login.accessToken)).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })
  await deployed.database.start()
  for (const name of ['api', 'custody'] as const) await expect.poll(() => deployed.isHealthy(name)).toBe(true)
  expect(await first.unlock(login.accessToken)).toBe(address)

  // Without Redis there are no counters, so all calls are rejected.
  await running.redis?.stop()
  for (const name of ['api', 'custody'] as const) expect(await deployed.isHealthy(name)).toBe(false)
  await expect(first.unlock(login.accessToken)).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })
  await start('redis')
  for (const name of ['api', 'custody'] as const) await expect.poll(() => deployed.isHealthy(name)).toBe(true)
  expect(await first.unlock(login.accessToken)).toBe(address)

  // An upgrade: stopped one after the other, started again on the same data and keys.
  for (const name of ['frame', 'api', 'custody'] as const)
    expect([name, await running[name]?.stop()]).toEqual([name, 0])
  expect(await deployed.run('migrate').ended).toBe(0)
  for (const name of ['custody', 'api', 'frame'] as const) await start(name)
  const second = await createDevice(deployed)
  const again = await logIn(deployed, second, email)
  expect((await second.enrol(again)).walletId).toBe(wallet.walletId)
  expect(await second.unlock(again.accessToken)).toBe(address)

  // None of their output holds a secret of the settings, a code, link, token, key or share, or a user's address.
  await sleep(100)
  for (const { name, process } of started)
    expect([name, process.said()]).toEqual([name, expect.not.stringContaining('secret-of')])
  const logs = started.map(({ name, process }) => ({ of: name, lines: process.said().split('\n') }))
  const mails = Object.values(deployed.mail).flatMap(({ delivered }) =>
    delivered.map(({ to, data }) => ({ to, text: readMail(data) })),
  )
  expect(mails.length).toBeGreaterThan(5)
  expect(findLeaks(logs, mails)).toEqual([])
  for (const { text } of mails) expect(findLeaks([{ of: 'planted', lines: [text] }], mails)).not.toEqual([])
})
