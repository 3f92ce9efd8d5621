/**
 * An unknown client requests the documents of 1,000 nonexistent projects a second, while users load those of an existing one, and both
 * frame processes are replaced: all get a response, and the api gets no call. 30 s in the extended tier, 3 s otherwise.
 */
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployed, startDeployed } from './startDeployed.ts'
import type { PlainProcess } from './startPlain.ts'

const seconds = process.env.LATCHKEY_TIER === 'extended' ? 30 : 3
const perSecond = 1_000
const tickMs = 20

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())

let deployed: Deployed
let api: PlainProcess
const frames: PlainProcess[] = []
/** It keeps serving for as long as the proxy needs to notice. */
const startFrame = async (replica: 0 | 1): Promise<void> => {
  const frame = deployed.run('frame', { DRAIN_SECONDS: '2' }, replica)
  frames[replica] = frame
  await deployed.untilHealthy('frame', frame, replica)
}

beforeAll(async () => {
  deployed = owned.use(await startDeployed({ replicas: 2 }))
  for (const name of ['redis', 'cache'] as const) await deployed.untilHealthy(name, deployed.run(name))
  expect(await deployed.run('migrate').ended).toBe(0)
  api = deployed.run('api')
  await deployed.untilHealthy('api', api)
  for (const name of ['custody', 'proxy'] as const) await deployed.untilHealthy(name, deployed.run(name))
  for (const replica of [0, 1] as const) await startFrame(replica)
})

/** Requests as a browser at an address of this machine. */
const createClient = (address: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32, localAddress: address })
  owned.defer(async () => agent.destroy())
  return (url: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { host, hostname, port, pathname, search } = new URL(url)
      const at = { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port, path: `${pathname}${search}` }
      get({ ...at, agent, headers: { Host: host } }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      }).on('error', reject)
    })
}

const countOf = (statuses: readonly number[]): Record<number, number> =>
  Object.fromEntries([...new Set(statuses)].map((each) => [each, statuses.filter((status) => status === each).length]))

test('unknown project ids keep no user from the documents of known ones, also of fresh processes', async () => {
  const { walletOrigin, vaultOrigin } = deployed
  const strangers = Array.from({ length: 8 }, (_, index) => createClient(`127.0.8.${index + 1}`))
  /** Of any length. */
  const madeUp = (index: number): string => crypto.randomUUID().repeat(index % 10 === 0 ? 50 : 1)
  const flood = async (): Promise<number[]> => {
    const asked: Promise<number>[] = []
    const perTick = (perSecond * tickMs) / 1_000
    for (let tick = 0; tick < (seconds * 1_000) / tickMs; tick++) {
      const next = sleep(tickMs)
      for (let index = 0; index < perTick; index++) {
        const path = index % 2 === 0 ? `${walletOrigin}/sdk` : `${vaultOrigin}/vault`
        const ask = strangers[index % strangers.length] as (url: string) => Promise<number>
        asked.push(ask(`${path}?projectId=${madeUp(index)}`))
      }
      await next
    }
    return Promise.all(asked)
  }

  let isOver = false
  const visit = async (address: string): Promise<number[]> => {
    const ask = createClient(address)
    const statuses: number[] = []
    // Well below one client's limit.
    for (; !isOver; await sleep(100))
      for (const url of [`${walletOrigin}/sdk?projectId=demo`, `${vaultOrigin}/vault?projectId=demo`])
        statuses.push(await ask(url))
    return statuses
  }
  const replace = async (): Promise<void> => {
    for (const replica of [1, 0] as const) {
      expect(await frames[replica]?.stop()).toBe(0)
      await startFrame(replica)
    }
  }

  const before = api.said().length
  const users = [visit('127.0.9.1'), visit('127.0.9.2')]
  const [unknown] = await Promise.all([flood(), replace()])
  isOver = true
  const { 403: refused = 0, 429: limited = 0, ...rest } = countOf(unknown)
  expect([rest, refused + limited]).toEqual([{}, seconds * perSecond])
  expect([refused > 0, limited > 0]).toEqual([true, true])
  for (const statuses of await Promise.all(users)) {
    const { 200: served = 0, ...others } = countOf(statuses)
    expect([others, served > 10]).toEqual([{}, true])
  }
  // The frame looks no id up elsewhere, and the list is at another port.
  expect(api.said().slice(before)).not.toContain('"route":"origins"')
})

test('while the api is away documents are served, by processes that have a list; those without one say so, and go on once it is back', async () => {
  const { walletOrigin } = deployed
  const ask = createClient('127.0.9.3')
  expect(await api.stop()).toBe(0)
  for (let round = 0; round < 10; round++) expect(await ask(`${walletOrigin}/sdk?projectId=demo`)).toBe(200)
  expect(await ask(`${walletOrigin}/sdk?projectId=nobody`)).toBe(403)

  for (const replica of [0, 1] as const) expect(await frames[replica]?.stop()).toBe(0)
  for (const replica of [0, 1] as const) await startFrame(replica)
  const fresh = await fetch(`${walletOrigin}/sdk?projectId=demo`)
  expect([fresh.status, fresh.headers.get('retry-after')]).toEqual([503, '5'])
  api = deployed.run('api')
  await expect.poll(() => ask(`${walletOrigin}/sdk?projectId=demo`)).toBe(200)
})
