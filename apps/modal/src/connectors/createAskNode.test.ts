import { expect, onTestFinished, test, vi } from 'vitest'
import { createAskNode } from './createAskNode.ts'
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
  expect(await outcome(createAskNode(options)(network, { method, params: [] }))).toBe(name)
})

test('reads of one turn go to the api in one request', async () => {
  const sent: { id: number; method: string }[][] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: Uint8Array }) => {
    const calls = JSON.parse(new TextDecoder().decode(body)) as { id: number; method: string }[]
    sent.push(calls)
    return Response.json(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method })))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const ask = createAskNode(options)
  const methods = ['eth_gasPrice', 'eth_getBalance']
  expect(await Promise.all(methods.map((method) => ask('eip155:1', { method })))).toEqual(methods)
  expect(sent).toHaveLength(1)
})
