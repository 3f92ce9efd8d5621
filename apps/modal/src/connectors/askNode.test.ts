import { expect, onTestFinished, test, vi } from 'vitest'
import { askNode } from './askNode.ts'
import { outcome } from './outcome.fixture.ts'

const options = { apiUrl: 'https://api.example', projectId: 'demo', sdkVersion: 'html-latchkey-1' }

const whenNodeSays = (error: object): void => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, error })
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }))
  onTestFinished(() => void vi.unstubAllGlobals())
}

test.each([
  ['eip155:1', 'eth_sendRawTransaction', { code: -32000, message: 'nonce too low' }, 'NONCE_TOO_LOW'],
  [
    'solana:LocaLatchkey11111111111111111111',
    'sendTransaction',
    { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound' } },
    'TRANSACTION_EXPIRED',
  ],
] as const)('a refusal on %s has the name of its kind', async (network, method, error, name) => {
  whenNodeSays(error)
  expect(await outcome(askNode(options, network, { method, params: [] }))).toBe(name)
})
