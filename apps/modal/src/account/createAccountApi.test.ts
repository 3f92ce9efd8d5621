import { expect, test } from 'vitest'
import { type AccountApiOptions, createAccountApi } from './createAccountApi.ts'
import { testEther } from './testAccountApi.fixture.ts'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const png = new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' })

const idle = new Promise<void>(() => undefined)

/** `answer`: of every row except that of the served networks. */
const withAnswer = (
  answer: () => Response,
  options: Partial<AccountApiOptions> = {},
  networks: () => Response = () => new Response(null, { status: 503 }),
) => {
  const asked: string[] = []
  const asking: string[] = []
  const api = createAccountApi({
    apiUrl: 'https://api.example/',
    projectId: 'demo',
    sdkVersion: 'latchkey-4.2.2',
    ...options,
    fetch: async (input) => {
      const isOfNetworks = new URL(String(input)).pathname === '/v1/supported-chains'
      const list = isOfNetworks ? asking : asked
      list.push(String(input))
      return isOfNetworks ? networks() : answer()
    },
  })
  return { api, asked, networksAsked: asking }
}

test('balances are asked for in dollars on one chain, and past the cache where that is wanted', async () => {
  const { api, asked } = withAnswer(() => Response.json({ balances: [testEther()] }))
  expect(await api.balances(address, 'eip155:1', false)).toEqual([testEther()])
  await api.balances(address, 'eip155:1', true)
  const field = (name: string) => asked.map((url) => new URL(url).searchParams.get(name))
  expect(field('currency')).toEqual(['usd', 'usd'])
  expect(field('chainId')).toEqual(['eip155:1', 'eip155:1'])
  expect(field('forceUpdate')).toEqual([null, 'true'])
  expect(asked.every((url) => new URL(url).pathname === `/v1/account/${address}/balance`)).toBe(true)
})

test('a history is asked for from its cursor on', async () => {
  const { api, asked } = withAnswer(() => Response.json({ data: [], next: null }))
  await api.history(address, 'eip155:1')
  await api.history(address, 'eip155:1', 'two')
  expect(asked.map((url) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'two'])
})

test('the served networks are asked for once, and what isn’t served is asked for no more', async () => {
  const none = () => Response.json({ balances: [], data: [], next: null })
  const served = () => Response.json({ http: ['eip155:1'], ws: [] })
  const { api, asked, networksAsked } = withAnswer(none, {}, served)
  expect(networksAsked).toEqual([])
  await api.balances(address, 'eip155:1', false)
  expect(await api.supportedChains()).toEqual(['eip155:1'])
  await api.history(address, 'eip155:1')
  expect([networksAsked.length, asked.length]).toEqual([1, 2])
  await expect(api.balances(address, 'eip155:10', false)).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
  expect([networksAsked.length, asked.length]).toEqual([1, 2])
  // A history needs no node.
  await expect(api.history(address, 'eip155:10')).resolves.toMatchObject({ data: [] })
})

test('without a list of served networks every network is asked for', async () => {
  const { api } = withAnswer(() => Response.json({ balances: [testEther()] }))
  await expect(api.supportedChains()).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  expect(await api.balances(address, 'eip155:10', false)).toEqual([testEther()])
})

test('a list of served networks that fails is not asked for again for a minute', async () => {
  let nowMs = 1_000_000
  const clock = { now: () => nowMs, wait: () => idle }
  const { api, networksAsked } = withAnswer(() => Response.json({ balances: [] }), { clock })
  const read = async () => {
    await api.balances(address, 'eip155:10', false)
    return networksAsked.length
  }
  expect([await read(), await read()]).toEqual([1, 1])
  nowMs += 60_000
  expect(await read()).toBe(2)
})

test('an identity is remembered', async () => {
  const { api, asked } = withAnswer(() => Response.json({ name: 'ada.eth', avatar: null }))
  await api.identity(address)
  expect(await api.identity(address)).toEqual({ name: 'ada.eth', avatar: null })
  expect(asked).toHaveLength(1)
})

test('an identity that could not be read is asked for again, a second later', async () => {
  const waits: number[] = []
  const clock = {
    now: () => 0,
    // The client's own timeout, which is never reached here, isn't counted.
    wait: (ms: number, signal?: AbortSignal) => (signal === undefined ? Promise.resolve(void waits.push(ms)) : idle),
  }
  let isDown = true
  const { api, asked } = withAnswer(
    () => {
      if (!isDown) return Response.json({ name: 'ada.eth', avatar: null })
      isDown = false
      return new Response('', { status: 503 })
    },
    { clock },
  )
  expect(await api.identity(address)).toMatchObject({ name: 'ada.eth' })
  expect([asked.length, waits]).toEqual([2, [1000]])
})

test.each([
  'https://api.example/public/getTokenImage/USDC',
  '/public/getTokenImage/USDC',
  'https://api.example/public/getAssetImage/ethereum',
  '/public/getCurrencyImage/EUR',
])('a picture at %s comes from the backend, as data', async (iconUrl) => {
  const { api, asked } = withAnswer(() => new Response(png, { headers: { 'content-type': 'image/png' } }))
  expect(await api.image(iconUrl)).toBe('data:image/png;base64,iVBORw==')
  expect(asked).toEqual([expect.stringContaining(iconUrl)])
})

test.each([
  'https://evil.example/public/getTokenImage/USDC',
  'https://api.example/getWallets',
  'https://api.example/public/getTokenImage/../../v1',
  'data:image/svg+xml,<svg/>',
  'javascript:alert(1)',
  '',
])('no icon is requested from %s', async (iconUrl) => {
  const { api, asked } = withAnswer(() => new Response(png))
  await expect(api.image(iconUrl)).rejects.toMatchObject({ name: 'IMAGE_NOT_FOUND' })
  expect(asked).toEqual([])
})
