import type { LimitSettings } from '@latchkey/service-kit/limits/limits'
import { expect, test } from 'vitest'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'

const limitsOf = (changes: LimitSettings['changes'] = {}): LimitSettings => ({ calls: true, mails: true, changes })
const from = (harness: Harness, address: string, path: string, body?: unknown) =>
  harness.fetch(`${addresses.apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    // Without a proof a call is rejected before it counts.
    headers: { 'x-forwarded-for': address, dpop: 'none' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const rpcCall = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
const rpcPath = '/v1?projectId=demo&chainId=eip155:31337'

test.each<[string, string, object, unknown]>([
  ['the directory', '/getWallets?projectId=demo&entries=1', { getWallets: 3 }, undefined],
  ['prices', '/v1/fungible/price?projectId=demo', { fungiblePrice: 3 }, { currency: 'usd', addresses: [] }],
  ['nodes', rpcPath, { rpc: 3 }, rpcCall],
  ['sessions', '/account/v1/session', { startSession: 3 }, {}],
])('%s: a network that asks too often waits, and is told for how long; others do not', async (_, path, own, body) => {
  await using harness = await createHarness({ proxies: { hops: 1 }, limits: limitsOf(own) })
  for (const _ of [1, 2, 3]) expect((await from(harness, '198.51.100.1', path, body)).status).not.toBe(429)
  const refused = await from(harness, '198.51.100.1', path, body)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20'])
  expect((await from(harness, '198.51.100.2', path, body)).status).not.toBe(429)
  harness.clock.advance(20)
  expect((await from(harness, '198.51.100.1', path, body)).status).not.toBe(429)
})

test('a batch to the nodes counts by its calls', async () => {
  await using harness = await createHarness({ proxies: { hops: 1 }, limits: limitsOf({ rpc: 10 }) })
  expect((await from(harness, '198.51.100.1', rpcPath, Array(8).fill(rpcCall))).status).not.toBe(429)
  expect((await from(harness, '198.51.100.1', rpcPath, Array(8).fill(rpcCall))).status).toBe(429)
})

test('codes across attempts: whoever guesses goes no faster with many of them', async () => {
  await using harness = await createHarness({ limits: limitsOf({ emailVerify: 5 }) })
  const names: unknown[] = []
  for (let person = 0; person < 6; person++) {
    const device = await harness.device()
    const { attemptId } = await device.startEmail(`person${person}@example.com`)
    const guess = device.client.call('emailVerify', { attemptId, code: 'wrong' })
    names.push(
      await guess.then(
        () => 'accepted',
        (error) => error.name,
      ),
    )
  }
  expect(names).toEqual([...Array(5).fill('OTP_INVALID'), 'RATE_LIMITED'])
})

test('rows of the wallet count for the user, wherever they call from', async () => {
  await using harness = await createHarness({ limits: limitsOf({ getWallet: 2 }) })
  const [one, other] = [await harness.device(), await harness.device()]
  const { accessToken } = await logIn(harness, one, 'ada@example.com')
  const theirs = await logIn(harness, other, 'bob@example.com')
  const get = () => one.client.call('getWallet', {}, { accessToken })
  await get()
  await get()
  const answers = await Promise.allSettled([
    harness.fetch(`${addresses.apiUrl}/health`),
    other.client.call('getWallet', {}, theirs),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  await expect(get()).rejects.toMatchObject({ name: 'RATE_LIMITED' })
})

test('a project has a budget of its own, whatever network its calls come from', async () => {
  await using harness = await createHarness({ proxies: { hops: 1 }, limits: limitsOf({ callsPerProjectMinute: 3 }) })
  const call = async (address: string) => (await from(harness, address, rpcPath, rpcCall)).status
  for (const host of [1, 2, 3]) expect(await call(`198.51.100.${host}`)).not.toBe(429)
  expect(await call('198.51.100.4')).toBe(429)
})

test('a project has so many mails a day', async () => {
  await using harness = await createHarness({ limits: limitsOf({ mailsPerProjectDay: 2, challengePercent: 100 }) })
  const start = async (person: number) => (await harness.device()).startEmail(`person${person}@example.com`)
  for (const person of [1, 2]) await start(person)
  await expect(start(3)).rejects.toMatchObject({ name: 'RATE_LIMITED' })
})

test('an office behind one address signs in with the limits that everybody has', async () => {
  await using harness = await createHarness({ limits: limitsOf() })
  for (let person = 0; person < 40; person++) {
    await logIn(harness, await harness.device(), `person${person}@example.com`)
    harness.clock.advance(10)
  }
})
