import { expect, test } from 'vitest'
import { bundlePage } from './bundlePage.ts'
import { createWalletPageApp } from './createWalletPageApp.ts'

const facts = {
  relayUrl: 'ws://localhost:3005',
  chains: [{ id: 31337, name: 'Local chain A', rpcUrl: 'http://localhost:8545' }],
}
const open = (setBalance: (address: string, wei: bigint) => Promise<void> = async () => undefined) =>
  createWalletPageApp({ facts, script: 'script', chains: [{ setBalance }] })
const fund = (body: unknown, type = 'application/json') =>
  ({ method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) }) as const
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the page may call only its relay and its chains', async () => {
  const policy = (await open().request('/')).headers.get('Content-Security-Policy')
  expect(policy).toContain("connect-src 'self' ws://localhost:3005 http://localhost:8545;")
  expect(policy).toContain("default-src 'none'")
})

test('the page knows its surroundings', async () => {
  expect(await (await open().request('/')).text()).toContain('&quot;relayUrl&quot;:&quot;ws://localhost:3005&quot;')
})

test('an account is funded on every chain', async () => {
  const given: [string, bigint][] = []
  const app = open(async (...gift) => void given.push(gift))
  expect((await app.request('/fund', fund({ address }))).status).toBe(200)
  expect(given).toEqual([[address, 10n ** 19n]])
})

test.each([
  [fund({ address: '0x12' }), 400],
  [fund({}), 400],
  [fund({ address }, 'text/plain'), 400],
])('what is no request for coins is refused', async (request, status) => {
  expect((await open().request('/fund', request)).status).toBe(status)
})

test('a chain that is down is said', async () => {
  const app = open(async () => {
    throw new Error('refused')
  })
  expect((await app.request('/fund', fund({ address }))).status).toBe(503)
})

test('the script is one file, which imports nothing', async () => {
  const script = await bundlePage()
  expect(script).toContain('Approve connection')
  expect(script).not.toMatch(/^import\s|\bfrom\s*["']\w/m)
})
