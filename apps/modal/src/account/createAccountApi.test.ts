import { expect, test } from 'vitest'
import { createAccountApi } from './createAccountApi.ts'
import { testEther } from './testAccountApi.fixture.ts'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const png = new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' })

const withAnswer = (answer: () => Response) => {
  const asked: string[] = []
  const api = createAccountApi({
    apiUrl: 'https://api.example/',
    projectId: 'demo',
    sdkVersion: 'latchkey-4.2.2',
    fetch: async (input) => {
      asked.push(String(input))
      return answer()
    },
  })
  return { api, asked }
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

test('an identity is remembered', async () => {
  const { api, asked } = withAnswer(() => Response.json({ name: 'ada.eth', avatar: null }))
  await api.identity(address)
  expect(await api.identity(address)).toEqual({ name: 'ada.eth', avatar: null })
  expect(asked).toHaveLength(1)
})

test.each([
  'https://api.example/public/getTokenImage/USDC',
  '/public/getTokenImage/USDC',
  'https://api.example/public/getAssetImage/ethereum',
])('a picture at %s comes from the backend, as data', async (iconUrl) => {
  const { api, asked } = withAnswer(() => new Response(png, { headers: { 'content-type': 'image/png' } }))
  expect(await api.image(iconUrl)).toBe('data:image/png;base64,iVBORw==')
  expect(asked).toHaveLength(1)
})

test.each([
  'https://evil.example/public/getTokenImage/USDC',
  'https://api.example/getWallets',
  'https://api.example/public/getTokenImage/../../v1',
  'data:image/svg+xml,<svg/>',
  'javascript:alert(1)',
  '',
])('nobody is asked for a picture at %s', async (iconUrl) => {
  const { api, asked } = withAnswer(() => new Response(png))
  await expect(api.image(iconUrl)).rejects.toMatchObject({ name: 'IMAGE_NOT_FOUND' })
  expect(asked).toEqual([])
})
