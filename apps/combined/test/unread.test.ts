/** The cost of a call before any of it is verified: its body, its token and its proof are mere claims. */
import type { LimitSettings } from '@latchkey/service-kit/limits/limits'
import { describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'

const limitsOf = (changes: LimitSettings['changes'] = {}): LimitSettings => ({ calls: true, mails: true, changes })

/** A body that must not be read, and whether it was. */
const openBody = () => {
  let isRead = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true
        controller.enqueue(new TextEncoder().encode('{}'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, isRead: () => isRead }
}
const post = (harness: Harness, path: string, headers: Record<string, string> = {}) => {
  const { body, isRead } = openBody()
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return harness
    .fetch(`${addresses.apiUrl}${path}`, init)
    .then((response) => ({ status: response.status, isRead: isRead() }))
}
const spentProofs = (harness: Harness) =>
  harness.database.transaction('api', async (sql) => (await sql`SELECT 1 FROM spent_proofs`).length)

test('a made-up token with a good proof writes nothing, and its network is limited before either is looked at', async () => {
  await using harness = await createHarness({ limits: limitsOf({ unreadCalls: 20 }) })
  const device = await harness.device()
  const outcomes: string[] = []
  for (let call = 0; call < 25; call++)
    outcomes.push(
      await device.client.call('getWallet', {}, { accessToken: 'made.up.token' }).then(
        () => 'answered',
        (error) => error.name,
      ),
    )
  // The first one also gets a nonce challenge.
  expect(outcomes).toEqual([...Array(19).fill('SESSION_EXPIRED'), ...Array(6).fill('RATE_LIMITED')])
  expect(await spentProofs(harness)).toBe(0)
})

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error) => error.name,
  )

describe('what strangers can have written by proofs of keys that they make up has a limit', () => {
  test.each([
    // The sign-in has used part of one.
    ['for everyone', { proofs: 6 }, 5, (call: number) => `198.51.${call + 100}.1`],
    ['for a /24', { proofsPerWideNetwork: 5 }, 5, (call: number) => `198.51.100.${call + 1}`],
    ['for a /48', { proofsPerWidestNetwork: 5 }, 5, (call: number) => `2001:db8:0:${call + 1}00::1`],
    ['for a /32', { proofsPerProvider: 5 }, 5, (call: number) => `2001:db8:${call + 1}::1`],
  ])('%s, and users who are signed in go on', async (_, changes, most, addressOf) => {
    const now: LimitSettings['changes'] = {}
    await using harness = await createHarness({ limits: limitsOf(now) })
    const own = await harness.device()
    const { accessToken } = await logIn(harness, own, 'ada@example.com')
    const before = await spentProofs(harness)
    Object.assign(now, changes)

    const outcomes: string[] = []
    for (let call = 0; call < 8; call++) {
      const stranger = await harness.device({ address: addressOf(call) })
      outcomes.push(await outcomeOf(stranger.client.call('socialStatus', { attemptId: crypto.randomUUID() })))
    }
    const isLimited = outcomes.map((name) => name === 'RATE_LIMITED')
    expect(isLimited).toEqual([...Array(most).fill(false), ...Array(8 - most).fill(true)])
    expect(await spentProofs(harness)).toBe(before + most)
    expect(await outcomeOf(own.client.call('getWallet', {}, { accessToken }))).toBe('answered')
  })
})

test('a user who calls too often writes no more proofs, and a call sent again counts for nothing', async () => {
  await using harness = await createHarness({ limits: limitsOf({ listDevices: 3 }) })
  const device = await harness.device()
  const { accessToken } = await logIn(harness, device, 'ada@example.com')
  const before = await spentProofs(harness)
  const outcomes: string[] = []
  for (let call = 0; call < 5; call++)
    outcomes.push(await outcomeOf(device.client.call('listDevices', {}, { accessToken })))
  expect(outcomes).toEqual(['answered', 'answered', 'answered', 'RATE_LIMITED', 'RATE_LIMITED'])
  expect(await spentProofs(harness)).toBe(before + 3)
})

test('a token of another device writes nothing', async () => {
  await using harness = await createHarness()
  const { accessToken } = await logIn(harness, await harness.device(), 'ada@example.com')
  const before = await spentProofs(harness)
  const thief = await harness.device()
  await expect(thief.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject({ name: 'PROOF_INVALID' })
  expect(await spentProofs(harness)).toBe(before)
})

test.each<[string, number, string, Record<string, string>]>([
  ['another page than the wallet’s', 403, '/account/v1/session', { origin: 'https://evil.example' }],
  ['an unknown project', 401, '/v1?projectId=nobody&chainId=eip155:1', {}],
  [
    'a page that the project does not list',
    403,
    '/v1?projectId=demo&chainId=eip155:1',
    { origin: 'https://evil.example' },
  ],
])('the body of a call from %s is not read', async (_, status, path, headers) => {
  await using harness = await createHarness()
  expect(await post(harness, path, headers)).toEqual({ status, isRead: false })
})

test.each<[string, string, object]>([
  ['to the nodes', '/v1?projectId=demo&chainId=eip155:1', { rpc: 1 }],
  ['of the wallet', '/account/v1/session', { unreadCalls: 1 }],
])('the body of a call %s from a network that calls too often is not read', async (_, path, own) => {
  await using harness = await createHarness({ limits: limitsOf(own) })
  const proof = { dpop: 'none' }
  await post(harness, path, proof)
  expect(await post(harness, path, proof)).toEqual({ status: 429, isRead: false })
})

test.each([
  ['that are no JSON', 3, () => '{'],
  ['with more calls than are left', 1, () => JSON.stringify(Array(1_000).fill({}))],
])('bodies for the nodes %s count', async (_, most, body) => {
  await using harness = await createHarness({ limits: limitsOf({ rpc: 3 }) })
  const send = async () => {
    const init = { method: 'POST', body: body() }
    return (await harness.fetch(`${addresses.apiUrl}/v1?projectId=demo&chainId=eip155:1`, init)).status
  }
  for (let count = 0; count < most; count++) expect(await send()).not.toBe(429)
  expect(await send()).toBe(429)
})

test.each([
  ['to the nodes', '/v1?projectId=demo&chainId=eip155:1', { rpc: 40 }],
  ['of a page about itself', '/e?projectId=demo', { unreadOpenCalls: 40 }],
])('a body %s counts as a call for each 2 KiB, before it is parsed', async (_, path, own) => {
  await using harness = await createHarness({ limits: limitsOf(own) })
  const send = async (bytes: number) =>
    (await harness.fetch(`${addresses.apiUrl}${path}`, { method: 'POST', body: '['.repeat(bytes) })).status
  // 31, and 1 before it was read; 8 are left.
  expect(await send(62 * 1_024)).toBe(400)
  expect(await send(20 * 1_024)).toBe(429)
  // Bytes that were read and rejected have used up the rest.
  expect(await send(1)).toBe(429)
})

test('filters, which a node keeps, have a limit of their own, also in a batch', async () => {
  await using harness = await createHarness({
    limits: limitsOf({ rpcFilters: 3 }),
    nodes: { 'eip155:1': ['http://node.test'] },
    fetch: async () => Promise.reject(new TypeError('fetch failed')),
  })
  const send = async (...methods: string[]) => {
    const body = JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] })))
    return (await harness.fetch(`${addresses.apiUrl}/v1?projectId=demo&chainId=eip155:1`, { method: 'POST', body }))
      .status
  }
  expect(await send('eth_newBlockFilter', 'eth_newPendingTransactionFilter')).not.toBe(429)
  expect(await send('eth_newBlockFilter', 'eth_newFilter')).toBe(429)
  expect(await send('eth_blockNumber')).not.toBe(429)
})

test('only a batch to the nodes, a wallet with its records, and what a page tells of itself, may be longer than 64 KiB', async () => {
  await using harness = await createHarness()
  const long = JSON.stringify({ projectId: 'demo', text: 'x'.repeat(65 * 1024) })
  const status = async (path: string) =>
    (await harness.fetch(`${addresses.apiUrl}${path}`, { method: 'POST', body: long })).status
  expect(await status('/v1/fungible/price')).toBe(413)
  expect(await status('/account/v1/device-link/read')).toBe(413)
  expect(await status('/account/v1/wallet')).not.toBe(413)
  expect(await status('/v1?projectId=demo&chainId=eip155:1')).not.toBe(413)
})

/** As a browser loads it for a page that may not read it. */
const loaded = (dest: string, mode = 'no-cors') => ({
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
})

describe('what a page loads or sends in its user’s network leaves the wallet’s calls alone:', () => {
  test.each([
    ['pictures from rows with a token', { unreadCalls: 2 }, '/account/v1/wallet', {}, 401],
    ['pictures from rows of the wallet that need nothing', { apiKeys: 2 }, '/account/v1/keys', loaded('image'), 403],
    ['frames with them', { apiKeys: 2 }, '/account/v1/keys', loaded('iframe', 'navigate'), 403],
    [
      'pictures of what dapps read',
      { supportedChains: 2 },
      '/v1/supported-chains?projectId=demo',
      loaded('image'),
      403,
    ],
  ])('%s', async (_, changes, path, headers, status) => {
    await using harness = await createHarness({ limits: limitsOf(changes) })
    for (let count = 0; count < 5; count++)
      expect((await harness.fetch(`${addresses.apiUrl}${path}`, { headers })).status).toBe(status)
    const device = await harness.device()
    await device.client.call('apiKeys', {})
    await device.client.call('supportedChains', { projectId: 'demo' })
    await expect(device.client.call('getWallet', {}, { accessToken: 'made.up.token' })).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
  })

  test('posts to rows of dapps', async () => {
    await using harness = await createHarness({ limits: limitsOf({ unreadOpenCalls: 2 }) })
    const send = async () => (await post(harness, '/e?projectId=demo')).status
    for (const limited of [false, false, true]) expect((await send()) === 429).toBe(limited)
    expect((await post(harness, '/account/v1/device-link/read')).status).not.toBe(429)
  })
})

test('an address that a user opens themselves is answered', async () => {
  await using harness = await createHarness()
  const headers = { ...loaded('document', 'navigate'), 'sec-fetch-site': 'none' }
  expect((await harness.fetch(`${addresses.apiUrl}/account/v1/keys`, { headers })).status).toBe(200)
})

test('a body of more calls than a limit has is refused also when all of that is there, and uses it up', async () => {
  await using harness = await createHarness({ limits: limitsOf({ rpc: 3 }) })
  const send = async (calls: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(calls) }
    return (await harness.fetch(`${addresses.apiUrl}/v1?projectId=demo&chainId=eip155:1`, init)).status
  }
  expect(await send(Array(4).fill({}))).toBe(413)
  expect(await send({})).toBe(429)
})
