/**
 * Freezes each server that the two authorities need, under a light load. It takes minutes and measures, so it is in the extended tier; in
 * `npm test`, `createDependency.test.ts`, `createConnections.test.ts` and `frozen.test.ts` cover the same.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freeze } from '@latchkey/service-kit/test/freeze'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { findRedis, type RedisServer, startRedis } from '@latchkey/service-kit/test/redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessPlace, type ProcessPlace } from './processPlace.ts'
import type { Program } from './programs.ts'
import { createTestDevice } from './testDevice.ts'

const redisProgram = findRedis()
const isWanted = process.env.LATCHKEY_TIER === 'extended' && process.platform === 'linux' && redisProgram !== null
const frozenMs = 30_000
const callsPerSecond = 20
const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }

type Call = { at: number; ms: number; status: number; retryAfter: string | null }

describe.runIf(isWanted)('a server that hangs for 30 s', () => {
  let place: ProcessPlace
  let database: PostgresServer
  let redis: RedisServer
  const children: ChildProcess[] = []
  const programs: Program[] = []
  const pids: Record<string, number> = {}

  const startChild = async (name: string, file: string): Promise<number> => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    pids[name] = child.pid ?? 0
    const [port] = await new Promise<Buffer[]>((resolve) => child.stdout.once('data', (data) => resolve([data])))
    return Number(port)
  }

  beforeAll(async () => {
    place = await openProcessPlace()
    database = await startPostgres()
    redis = await startRedis(redisProgram ?? '')
    const smtpPort = await startChild('mail', '../../../packages/service-kit/test/smtpProgram.ts')
    const nodePort = await startChild('node', './nodeProgram.ts')
    Object.assign(pids, { database: database.pid(), redis: redis.pid() })
    const migrated = await place.run('packages/service-kit/src/db/main.ts', {
      DATABASE_URL: database.url,
      API_DATABASE_PASSWORD: passwords.api,
      CUSTODY_DATABASE_PASSWORD: passwords.custody,
    }).ended
    expect(migrated.code).toBe(0)
    const { addresses, ports, folder, settings } = place
    const own = (authority: 'api' | 'custody') => ({
      ...settings,
      PORT: String(ports[authority]),
      PUBLIC_URL: addresses[`${authority}Url`],
      DATABASE_URL: database.url.replace(/\/\/.*@/, `//latchkey_${authority}:${passwords[authority]}@`),
      KEY_RING_FILE: join(folder, authority, 'keys.json'),
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      // Each call comes from a separate network.
      TRUSTED_PROXIES: '1',
    })
    const chains = { NODES: JSON.stringify({ 'eip155:1': [`http://127.0.0.1:${nodePort}`] }) }
    const split = { VAULT_ORIGIN: addresses.vaultOrigin, CUSTODY_KEYS_URL: addresses.custodyUrl }
    programs.push(place.run('apps/api/src/main.ts', { ...own('api'), ...chains, ...split }))
    programs.push(place.run('apps/custody/src/main.ts', { ...own('custody'), API_KEYS_URL: addresses.apiUrl }))
    await programs[0]?.ready(addresses.apiUrl)
    await programs[1]?.ready(addresses.custodyUrl)
  }, 120_000)
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await place?.[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
    await database?.[Symbol.asyncDispose]()
  })

  let clients = 0
  const network = () => {
    clients++
    return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  }
  const fromNetwork: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    request.headers.set('x-forwarded-for', network())
    return fetch(request)
  }
  const post = (url: string, body: unknown) =>
    fromNetwork(url, { method: 'POST', body: JSON.stringify(body), headers: { origin: place.addresses.walletOrigin } })

  /** A call that needs each server. */
  const calls: Record<string, () => Promise<Response>> = {
    database: () => post(`${place.addresses.apiUrl}/account/v1/device-link/read`, { token: 'A'.repeat(43) }),
    redis: () => fromNetwork(`${place.addresses.apiUrl}/getWallets?projectId=demo&entries=1`),
    node: () =>
      post(`${place.addresses.apiUrl}/v1?projectId=demo&chainId=eip155:1`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_blockNumber',
        params: [],
      }),
    mail: async () => {
      const clock = { now: () => new Date(), advance: () => {} }
      const device = await createTestDevice({ addresses: place.addresses, clock, fetch: fromNetwork })
      // Its client retries by itself; the first response counts here.
      return device.startEmail(`person${clients}@example.com`).then(
        () => new Response(),
        (error) =>
          new Response(null, { status: error.name === 'MAIL_FAILED' ? 503 : 500, headers: { 'retry-after': '1' } }),
      )
    },
  }
  const isWorking: Record<string, number[]> = { database: [400], redis: [200], node: [200], mail: [200] }

  test.each<[string, 'api' | 'custody', string]>([
    ['database', 'api', 'database'],
    ['redis', 'api', 'redis'],
    ['node', 'api', 'eip155:1'],
    ['mail', 'custody', 'mail'],
  ])(
    '%s, as %s tells it',
    async (name, authority, part) => {
      const url = place.addresses[`${authority}Url`]
      const call = calls[name] as () => Promise<Response>
      expect(isWorking[name]).toContain((await call()).status)
      const made: Promise<Call>[] = []
      const startedAt = performance.now()
      const since = () => performance.now() - startedAt
      const measured = async (): Promise<Call> => {
        const at = since()
        const response = await call()
        await response.arrayBuffer()
        return { at, ms: since() - at, status: response.status, retryAfter: response.headers.get('retry-after') }
      }
      const readiness = async (): Promise<string> => {
        const response = await fetch(`${url}/ready`)
        return ((await response.json()) as { parts?: Record<string, string> }).parts?.[part] ?? 'missing'
      }
      const goOn = freeze(pids[name] as number)
      let awayAt = Number.NaN
      const watching = (async () => {
        while (Number.isNaN(awayAt) && since() < frozenMs) {
          if ((await readiness()) === 'away') awayAt = since()
          else await sleep(100)
        }
      })()
      while (since() < frozenMs) {
        made.push(measured())
        await sleep(1000 / callsPerSecond)
      }
      await watching
      goOn()
      const thawedAt = since()
      let backAt = Number.NaN
      while (Number.isNaN(backAt) && since() - thawedAt < 60_000) {
        const { status } = await measured()
        if ((isWorking[name] as number[]).includes(status) && (await readiness()) === 'ok') backAt = since()
        else await sleep(100)
      }
      const all = await Promise.all(made)
      const refused = all.filter(({ status }) => status === 503)
      const sorted = refused.map(({ ms }) => ms).sort((a, b) => a - b)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      const others = all.filter(({ status }) => status !== 503)
      const longestOther = Math.max(0, ...others.map(({ ms }) => ms))
      const found = {
        calls: all.length,
        refused: refused.length,
        p99,
        longestOther,
        awayAt,
        recovery: backAt - thawedAt,
      }
      console.info(
        name,
        JSON.stringify(found, (_, value) => (typeof value === 'number' ? Math.round(value) : value)),
      )
      expect(refused.length).toBeGreaterThan(all.length / 2)
      expect(p99).toBeLessThan(3_000)
      expect(longestOther).toBeLessThan(3_000)
      expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']))
      expect(awayAt).toBeLessThan(3_000)
      expect(found.recovery).toBeLessThan(5_000)
    },
    180_000,
  )

  test('each of them has one error line, and nothing else has one', async () => {
    for (const { child } of programs) child.kill('SIGTERM')
    const said = await Promise.all(programs.map(({ ended }) => ended))
    const errors = said.map(({ said: lines }) =>
      lines
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: string; event: string })
        .filter(({ level }) => level === 'error')
        .map(({ event }) => event)
        .sort(),
    )
    expect(errors).toEqual([
      ['database lost', 'node lost', 'redis lost'],
      // It was not called while database and Redis were frozen.
      ['mail server cannot be reached'],
    ])
  })
})
