import { expect, test } from 'vitest'
import { type Answer, createTestClock, createTestFetch } from '../client/testClient.fixture.ts'
import { createApiClient, jsonRpc, rpc } from '../index.ts'

const setUp = (...answers: Answer[]) => {
  const { fetch, asked } = createTestFetch(...answers)
  const { clock } = createTestClock()
  const client = createApiClient({
    endpoints: { rpc },
    apiUrl: 'https://api.test',
    custodyUrl: 'https://custody.test',
    projectId: 'demo',
    fetch,
    clock,
  })
  return { client, asked }
}
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value })

test('one call is one envelope, sent without a preflight', async () => {
  const { client, asked } = setUp({ status: 200, body: result(0, '0x7a69') })
  expect(await jsonRpc(client, 'eip155:31337', { method: 'eth_chainId' })).toEqual({ result: '0x7a69' })
  expect(asked[0]?.url.href).toBe('https://api.test/v1?chainId=eip155%3A31337&projectId=demo')
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] })
  expect(asked[0]?.init.headers).toEqual({ 'content-type': 'text/plain;charset=UTF-8' })
})

test('a null result is a result', async () => {
  const { client } = setUp({ status: 200, body: result(0, null) })
  expect(await jsonRpc(client, 'eip155:1', { method: 'eth_getTransactionByHash', params: ['0x'] })).toEqual({
    result: null,
  })
})

test('a node that could not read what it was sent refuses the call', async () => {
  const error = { code: -32600, message: 'invalid request' }
  const { client } = setUp({ status: 200, body: { jsonrpc: '2.0', id: null, error } })
  const call = { method: 'eth_blockNumber' }
  expect(await jsonRpc(client, 'eip155:1', call)).toEqual({ error })
})

test('an error is an error, whatever result stands beside it', async () => {
  const error = { code: -32000, message: 'nonce too low' }
  const { client } = setUp({ status: 200, body: { ...result(0, null), error } })
  expect(await jsonRpc(client, 'eip155:1', { method: 'eth_sendRawTransaction', params: ['0x'] })).toEqual({ error })
})

test('an unreachable chain rejects', async () => {
  const error = { name: 'CHAIN_UNREACHABLE', code: 5000, message: 'The network cannot be reached right now' }
  const envelope = { jsonrpc: '2.0', id: 0, error }
  const call = { method: 'eth_sendRawTransaction', params: ['0x'] }
  const single = setUp({ status: 503, body: envelope })
  await expect(jsonRpc(single.client, 'eip155:1', call)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

test('reads are repeated, a raw send is not', async () => {
  const reads = setUp({ status: 503 }, { status: 200, body: result(0, '0x1') })
  expect(await jsonRpc(reads.client, 'eip155:1', { method: 'eth_blockNumber' })).toEqual({ result: '0x1' })
  const send = setUp({ status: 503 }, { status: 200, body: result(0, '0x1') })
  await expect(
    jsonRpc(send.client, 'eip155:1', { method: 'eth_sendRawTransaction', params: ['0x'] }),
  ).rejects.toMatchObject({
    name: 'SERVICE_UNREACHABLE',
  })
  expect(send.asked).toHaveLength(1)
})

test.each([[[]], [{}], ['text'], [{ id: 1, result: 1 }], [null], [{ id: 0 }]])(
  'an answer %j to nobody is a failure',
  async (body) => {
    const { client } = setUp({ status: 200, body: JSON.stringify(body) })
    await expect(jsonRpc(client, 'eip155:1', { method: 'eth_blockNumber' })).rejects.toMatchObject({ name: 'INTERNAL' })
  },
)
