import { expect, test } from 'vitest'
import { createRpcProxy } from './rpcProxy.ts'
import { ownRequester } from './sharer.ts'
import { createTestNodes, type NodeAnswer, type NodeCall, result } from './testNode.fixture.ts'

const chain = 'solana:LocaLatchkey11111111111111111111'
const a = 'http://a.test'
const b = 'http://b.test'
const address = 'USDCLatchkey1111111111111111111111111111111'
const signature = '5'.repeat(88)
const transaction = 'A'.repeat(1_644)
const confirmed = { commitment: 'confirmed' }

const setUp = (answer: (call: NodeCall) => NodeAnswer, urls: readonly string[] = [a]) => {
  const { fetch, asked } = createTestNodes(answer)
  const proxy = createRpcProxy({ nodes: { [chain]: urls }, fetch, now: () => 0 })
  const one = (method: string, params: unknown = [], caller?: string) =>
    proxy.answer(chain, { jsonrpc: '2.0', id: 7, method, params }, ownRequester(caller ?? null))
  return { proxy, one, asked }
}
const ok = (value: unknown) => ({ jsonrpc: '2.0', id: 7, result: value })

test.each<[string, unknown[]]>([
  ['getBalance', [address]],
  ['getBalance', [address, confirmed]],
  ['getAccountInfo', [address, { encoding: 'jsonParsed', ...confirmed }]],
  ['getMultipleAccounts', [Array(100).fill(address), { encoding: 'base64', dataSlice: { offset: 0, length: 8 } }]],
  ['getTokenAccountsByOwner', [address, { programId: address }, { encoding: 'jsonParsed' }]],
  ['getTokenAccountsByOwner', [address, { mint: address }]],
  ['getTokenAccountBalance', [address]],
  ['getTokenSupply', [address, confirmed]],
  ['getLatestBlockhash', []],
  ['getLatestBlockhash', [confirmed]],
  ['isBlockhashValid', [address, confirmed]],
  ['getFeeForMessage', ['AQAB', confirmed]],
  ['getRecentPrioritizationFees', [[address]]],
  ['getMinimumBalanceForRentExemption', [165, confirmed]],
  ['getSignatureStatuses', [[signature], { searchTransactionHistory: true }]],
  ['getSignaturesForAddress', [address, { limit: 50, before: signature, ...confirmed }]],
  ['getTransaction', [signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }]],
  ['getTransaction', [signature, 'json']],
  ['getBlockHeight', [confirmed]],
  ['getBlockTime', [5]],
  ['getSlot', []],
  ['getEpochInfo', []],
  ['getGenesisHash', []],
  ['getVersion', []],
  ['getHealth', []],
  ['sendTransaction', [transaction, { encoding: 'base64', skipPreflight: true, maxRetries: 0 }]],
  [
    'simulateTransaction',
    [transaction, { encoding: 'base64', sigVerify: false, accounts: { encoding: 'base64', addresses: [address] } }],
  ],
])('a node is asked %s with %j', async (method, params) => {
  const { one, asked } = setUp(() => result('said'))
  expect(await one(method, params)).toEqual(ok('said'))
  expect(asked).toEqual([{ url: a, method, params }])
})

test.each<[string, unknown]>([
  ['getProgramAccounts', [address]],
  ['getBlock', [5]],
  ['getBlocks', [1, 5]],
  ['getLargestAccounts', []],
  ['getSupply', []],
  ['getTokenLargestAccounts', [address]],
  ['getVoteAccounts', []],
  ['requestAirdrop', [address, 1]],
  ['latchkey_advanceSlots', [1]],
  ['eth_blockNumber', []],
  ['solana_signTransaction', [transaction]],
  ['constructor', []],
  ['__proto__', []],
  ['getBalance', []],
  ['getBalance', ['0OIl']],
  ['getBalance', [address, confirmed, 'more']],
  ['getBalance', [address, { commitment: 'soon' }]],
  ['getBalance', { address }],
  ['getMultipleAccounts', [Array(101).fill(address)]],
  ['getSignatureStatuses', [Array(257).fill(signature)]],
  ['getSignaturesForAddress', [address, { limit: 1_001 }]],
  ['getTokenAccountsByOwner', [address, {}]],
  ['getTokenAccountsByOwner', [address, { mint: address, programId: address }]],
  ['sendTransaction', ['A'.repeat(1_701)]],
  ['simulateTransaction', [transaction, { accounts: { addresses: Array(101).fill(address) } }]],
])('no node is asked %s with %j', async (method, params) => {
  const { one, asked } = setUp(() => result('said'))
  expect(await one(method, params)).toMatchObject({ id: 7, error: { name: 'METHOD_NOT_ALLOWED', code: 4200 } })
  expect(asked).toEqual([])
})

test('no node of an EVM chain is asked what one of Solana answers', async () => {
  const { fetch, asked } = createTestNodes(() => result('said'))
  const proxy = createRpcProxy({ nodes: { 'eip155:1': [a] }, fetch })
  const answer = await proxy.answer('eip155:1', { jsonrpc: '2.0', id: 7, method: 'getBalance', params: [address] })
  expect(answer).toMatchObject({ error: { name: 'METHOD_NOT_ALLOWED' } })
  expect(asked).toEqual([])
})

test('what a node says against a transaction arrives as it said it', async () => {
  const error = { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound', logs: [] } }
  const { one, asked } = setUp(() => ({ body: { jsonrpc: '2.0', id: 1, error } }), [a, b])
  expect(await one('sendTransaction', [transaction])).toEqual({ jsonrpc: '2.0', id: 7, error })
  expect(asked).toHaveLength(1)
})

test('a transaction whose answer was lost and whose blockhash the next node does not know is nobody’s to judge', async () => {
  const error = { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound', logs: [] } }
  const refused: NodeAnswer = { body: { jsonrpc: '2.0', id: 1, error } }
  const { one } = setUp(({ url }) => (url === a ? new TypeError('reset') : refused), [a, b])
  expect(await one('sendTransaction', [transaction])).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
})

test('one that a node which is behind would not take has not been sent', async () => {
  const behind: NodeAnswer = { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'Node is behind' } } }
  const error = { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound', logs: [] } }
  const { one } = setUp(({ url }) => (url === a ? behind : { body: { jsonrpc: '2.0', id: 1, error } }), [a, b])
  expect(await one('sendTransaction', [transaction])).toEqual({ jsonrpc: '2.0', id: 7, error })
})

test.each<[string, NodeAnswer]>([
  ['is behind', { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'Node is behind by 50 slots' } } }],
  ['is out of reach', new TypeError('away')],
  ['is broken', { status: 502, body: 'Bad gateway' }],
])('a node that %s is replaced by the next, and asked last for a while', async (_, failure) => {
  const { one, asked } = setUp(({ url }) => (url === a ? failure : result(3)), [a, b])
  expect(await one('getSlot')).toEqual(ok(3))
  expect(await one('getSlot')).toEqual(ok(3))
  expect(asked.map(({ url }) => url)).toEqual([a, b, b])
})

test('simulations do not wait for those of a stranger, however many, and what is asked does not wait for them', async () => {
  let simulations = 0
  const { one } = setUp(({ method }) => (method === 'simulateTransaction' && ++simulations <= 3 ? 'hang' : result(3)))
  const hanging = Array.from({ length: 3 }, () => one('simulateTransaction', [transaction], 'stranger'))
  const more = Array.from({ length: 50 }, () => one('simulateTransaction', [transaction], 'stranger'))
  expect(await one('simulateTransaction', [transaction], 'user')).toEqual(ok(3))
  expect(await one('getSlot')).toEqual(ok(3))
  for (const answer of await Promise.all(more)) expect(answer).toMatchObject({ error: { name: 'LIMIT_EXCEEDED' } })
  for (const answer of await Promise.all(hanging))
    expect(answer).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
}, 15_000)
