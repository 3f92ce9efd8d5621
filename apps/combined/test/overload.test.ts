import type { Database } from '@latchkey/service-kit/db/database'
import { expect, test } from 'vitest'
import { addresses, createHarness } from './harness.ts'

const linkPath = '/account/v1/device-link/read'
const body = JSON.stringify({ token: 'x'.repeat(43) })

/** A database that blocks its callers. */
const createGate = () => {
  const gate = Promise.withResolvers<void>()
  let isShut = false
  let transactions = 0
  const wrapDatabase = (database: Database): Database => ({
    ...database,
    transaction: async (role, work) => {
      transactions++
      if (isShut) await gate.promise
      return database.transaction(role, work)
    },
  })
  return { wrapDatabase, shut: () => (isShut = true), open: () => gate.resolve(), transactions: () => transactions }
}

test('beyond its places an authority rejects calls at once, with a time to come back; health and readiness are still told', async () => {
  const gate = createGate()
  await using harness = await createHarness({ callsAtOnce: 8, wrapDatabase: gate.wrapDatabase })
  const read = () => harness.fetch(`${addresses.apiUrl}${linkPath}`, { method: 'POST', body })
  expect((await read()).status).not.toBe(503)
  gate.shut()
  const before = gate.transactions()
  const waiting = Array.from({ length: 4 }, read)
  await expect.poll(() => gate.transactions()).toBe(before + 4)

  const refused = await read()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ error: { name: 'SERVICE_UNAVAILABLE' } })
  expect(gate.transactions()).toBe(before + 4)
  expect(harness.log.at(-1)).toMatchObject({ level: 'warn', route: 'readDeviceLink', error: 'SERVICE_UNAVAILABLE' })
  // Another row has free places.
  expect((await harness.fetch(`${addresses.apiUrl}/getWallets?projectId=demo&entries=1`)).status).toBe(200)
  expect((await harness.fetch(`${addresses.apiUrl}/ready`)).status).toBe(200)

  gate.open()
  expect((await Promise.all(waiting)).map(({ status }) => status)).not.toContain(503)
  expect((await read()).status).not.toBe(503)
})

test('bodies that do not come hold no place', async () => {
  await using harness = await createHarness({ callsAtOnce: 2 })
  const asked: ReadableStreamDefaultController[] = []
  const stalled = Array.from({ length: 4 }, () =>
    harness.fetch(`${addresses.apiUrl}${linkPath}`, {
      method: 'POST',
      body: new ReadableStream({ start: (controller) => void asked.push(controller) }),
      duplex: 'half',
    } as RequestInit),
  )
  await expect
    .poll(async () => (await harness.fetch(`${addresses.apiUrl}${linkPath}`, { method: 'POST', body })).status)
    .not.toBe(503)
  for (const controller of asked) controller.close()
  await Promise.all(stalled)
})

test('nothing is done for a caller who has left before it began', async () => {
  const gate = createGate()
  await using harness = await createHarness({ wrapDatabase: gate.wrapDatabase })
  const before = gate.transactions()
  const left = await harness.fetch(`${addresses.apiUrl}${linkPath}`, {
    method: 'POST',
    body,
    signal: AbortSignal.abort(),
  })
  expect([left.status, gate.transactions()]).toEqual([499, before])
})

test('/ready, and the same where users reach it, names every part, and is 503 without one that everything needs', async () => {
  let isThere = true
  let isNodeThere = true
  let looks = 0
  await using harness = await createHarness({
    nodes: { 'eip155:1': ['http://node.test'] },
    fetch: async () =>
      isNodeThere
        ? Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
        : Promise.reject(new TypeError('fetch failed')),
    wrapDatabase: (database) => ({
      ...database,
      check: async () => {
        looks++
        return isThere
      },
    }),
  })
  const ready = async (url: string) => {
    // A check is cached for a moment.
    harness.clock.advance(1)
    const response = await harness.fetch(`${url}/ready`)
    const body = await response.json()
    const path = url === addresses.apiUrl ? '/account/ready' : '/custody/ready'
    const outside = await harness.fetch(`${url}${path}`, { headers: { origin: 'https://elsewhere.example' } })
    expect([outside.status, await outside.json(), outside.headers.get('access-control-allow-origin')]).toEqual([
      response.status,
      body,
      null,
    ])
    return [response.status, body]
  }
  const parts = { database: 'ok', redis: 'ok', mail: 'ok' }
  expect(await ready(addresses.apiUrl)).toEqual([200, { status: 'ready', parts: { ...parts, 'eip155:1': 'ok' } }])
  expect(await ready(addresses.custodyUrl)).toEqual([200, { status: 'ready', parts }])
  isNodeThere = false
  expect(await ready(addresses.apiUrl)).toEqual([200, { status: 'degraded', parts: { ...parts, 'eip155:1': 'away' } }])
  isThere = false
  expect(await ready(addresses.custodyUrl)).toEqual([503, { status: 'unready', parts: { ...parts, database: 'away' } }])
  Object.assign(harness.mailbox, { check: async () => false })
  isThere = true
  expect(await ready(addresses.custodyUrl)).toEqual([200, { status: 'degraded', parts: { ...parts, mail: 'away' } }])

  const before = looks
  harness.clock.advance(1)
  await Promise.all(Array.from({ length: 50 }, () => harness.fetch(`${addresses.apiUrl}/account/ready`)))
  expect(looks).toBe(before + 1)
})

test('one network never has all places of a row, whatever it has waiting for the nodes of several chains', async () => {
  const answered = Promise.withResolvers<void>()
  await using harness = await createHarness({
    limits: { calls: true, mails: false },
    proxies: { hops: 1 },
    nodes: { 'eip155:1': ['http://1.test'], 'eip155:10': ['http://10.test'] },
    fetch: async (url, init) => {
      const asksForChain = String(init?.body).includes('eth_chainId')
      if (!asksForChain) await answered.promise
      return Response.json({ jsonrpc: '2.0', id: 1, result: url === 'http://1.test' ? '0x1' : '0xa' })
    },
  })
  const ask = (client: string, chain: string, call: { method: string; params: unknown[] }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
    const headers = { 'x-forwarded-for': client, 'content-length': String(body.length) }
    const url = `${addresses.apiUrl}/v1?projectId=demo&chainId=${chain}`
    return harness.fetch(url, { method: 'POST', headers, body })
  }
  const run = { method: 'eth_call', params: [{ to: `0x${'ab'.repeat(20)}` }, 'latest'] }
  const flood = Array.from({ length: 128 }, (_, index) =>
    ask('198.51.100.7', index % 2 === 0 ? 'eip155:1' : 'eip155:10', run),
  )
  const other = await ask('203.0.113.9', 'eip155:1', { method: 'eth_chainId', params: [] })
  answered.resolve()
  await Promise.all(flood)
  expect(other.status).toBe(200)
})
