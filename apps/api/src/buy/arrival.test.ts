import { createSharedCache } from '@latchkey/service-kit/cache/createSharedCache'
import { createMemoryStore } from '@latchkey/service-kit/cache/memoryStore'

import { encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Balances } from '../balances/createBalances.ts'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { createTestNodes, result } from '../chain/testNode.fixture.ts'
import { readArrival } from './arrival.ts'
import type { Purchase } from './purchaseStore.ts'

const chainId = 'eip155:1'
const address = `0x${'a1'.repeat(20)}`
const txHash = `0x${'11'.repeat(32)}`
const blockHash = `0x${'22'.repeat(32)}`
const purchase: Purchase = {
  purchaseId: '00000000-0000-4000-8000-000000000000',
  projectId: 'demo',
  provider: 'one',
  reference: 'one-1',
  chainId,
  address,
  contract: null,
  minimum: '0.1',
  heldBefore: '0',
  blockBefore: 5n,
  createdAt: new Date(0),
  state: 'sent',
  txHash,
  arrivedAmount: null,
}
const receipt = { transactionHash: txHash, blockHash, blockNumber: '0x6', status: '0x1', logs: [] }
const transaction = {
  hash: txHash,
  from: `0x${'b2'.repeat(20)}`,
  to: address,
  value: '0x16345785d8a0000',
  input: '0x',
  nonce: '0x0',
  transactionIndex: '0x0',
  blockHash,
}

const never = async () => false

/** Returns the arrival for these node answers. */
const arrival = (found: unknown, sent: unknown) => {
  const { fetch } = createTestNodes(({ method }) => result(method === 'eth_getTransactionReceipt' ? found : sent))
  const rpcProxy = createRpcProxy({ nodes: { [chainId]: ['http://node.test'] }, fetch })
  return readArrival(
    { rpcProxy, balances: {} as Balances, cache: createSharedCache(createMemoryStore()) },
    purchase,
    never,
  )
}

describe('readArrival', () => {
  test('returns what a successful transaction has paid, and whether that is enough', async () => {
    expect(await arrival(receipt, transaction)).toEqual({ amount: '0.1', txHash, isWhole: true })
    const less = { ...transaction, value: '0x16345785d89ffff' }
    expect(await arrival(receipt, less)).toEqual({ amount: '0.099999999999999999', txHash, isWhole: false })
  })
  test('returns null while the transaction is unknown or pending, and for one that failed or is older', async () => {
    expect(await arrival(null, null)).toBeNull()
    expect(await arrival(null, { ...transaction, blockHash: null, transactionIndex: null })).toBeNull()
    expect(await arrival({ ...receipt, status: '0x0' }, transaction)).toBeNull()
    expect(await arrival({ ...receipt, blockNumber: '0x5' }, transaction)).toBeNull()
  })
  test('counts no receipt without a status', async () => {
    const { status: _, ...without } = receipt
    await expect(arrival(without, transaction)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })
})

describe('readArrival of a token, where no transfer is named', () => {
  const contract = `0x${'c3'.repeat(20)}`
  const topicOf = (of: string) => `0x${'0'.repeat(24)}${of.slice(2)}`
  const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const hashOf = (digits: string) => `0x${digits.repeat(32)}`
  /** A transfer of so many thousandths of a token, in a block. */
  const transfer = (thousandths: number, block: number, change: Record<string, unknown> = {}) => ({
    block,
    address: contract,
    topics: [transferTopic, topicOf(`0x${'b2'.repeat(20)}`), topicOf(address)],
    data: `0x${(thousandths * 1000).toString(16).padStart(64, '0')}`,
    blockHash,
    transactionHash: txHash,
    ...change,
  })
  const decimals = encodeFunctionResult({
    abi: parseAbi(['function aggregate3((address,bool,bytes)[]) view returns ((bool success, bytes returnData)[])']),
    result: [{ success: true, returnData: `0x${'6'.padStart(64, '0')}` }],
  })

  /** Looks for the purchase repeatedly with one cache. The node's events can be changed in between. */
  const watching = (transfers: ReturnType<typeof transfer>[], newest = 20) => {
    const world = { transfers, newest, isBehind: false, counted: new Set<string>() }
    const { fetch, asked } = createTestNodes(({ method, params }) => {
      if (method === 'eth_blockNumber') return result(`0x${world.newest.toString(16)}`)
      if (method === 'eth_call') return result(decimals)
      const at = (name: string) => Number((params[0] as Record<string, string>)[name])
      if (method === 'eth_getBlockByNumber')
        return result(
          world.isBehind ? null : { number: params[0], hash: blockHash, parentHash: blockHash, timestamp: '0x1' },
        )
      return result(world.transfers.filter(({ block }) => block >= at('fromBlock') && block <= at('toBlock')))
    })
    const rpcProxy = createRpcProxy({ nodes: { [chainId]: ['http://node.test'] }, fetch })
    const deps = { rpcProxy, balances: {} as Balances, cache: createSharedCache(createMemoryStore()) }
    const look = () =>
      readArrival(deps, { ...purchase, contract, txHash: null }, async (hash) => world.counted.has(hash))
    return { world, look, asked }
  }

  test('returns a later transfer of at least the minimum to the account, the smallest first', async () => {
    const { look, asked } = watching([
      transfer(500, 7, { transactionHash: hashOf('33') }),
      transfer(100, 8, { transactionHash: hashOf('44') }),
    ])
    expect(await look()).toEqual({ amount: '0.1', txHash: hashOf('44'), isWhole: true })
    const filters = asked.flatMap(({ method, params }) => (method === 'eth_getLogs' ? params : []))
    expect(filters).toEqual([
      { address: contract, topics: [transferTopic, null, topicOf(address)], fromBlock: '0x6', toBlock: '0x14' },
    ])
  })

  test.each([
    ['of less', transfer(99, 7)],
    ['before the purchase', transfer(100, 5)],
    ['of another token', transfer(100, 7, { address: `0x${'d4'.repeat(20)}` })],
    ['to another account', transfer(100, 7, { topics: [transferTopic, topicOf(address), topicOf(contract)] })],
    ['of an item', transfer(100, 7, { topics: [...transfer(1, 7).topics, hashOf('01')], data: '0x' })],
  ])('returns no transfer %s', async (_, one) => {
    expect(await watching([one]).look()).toBeNull()
  })

  test('returns null for two that are enough together only', async () => {
    expect(await watching([transfer(60, 7), transfer(60, 8)]).look()).toBeNull()
  })

  test('leaves out what has paid another purchase', async () => {
    const { world, look } = watching([transfer(100, 7), transfer(200, 8, { transactionHash: hashOf('44') })])
    world.counted.add(txHash)
    expect(await look()).toMatchObject({ txHash: hashOf('44') })
  })

  test('goes on where it has stopped, and reads the newest blocks again', async () => {
    const { world, look, asked } = watching([], 25_000)
    expect(await look()).toBeNull()
    const searched = () => asked.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0])
    expect(searched()).toHaveLength(10)
    await look()
    expect(searched()[10]).toMatchObject({ fromBlock: `0x${(10_006).toString(16)}` })
    await look()
    expect(searched()).toHaveLength(25)
    world.transfers.push(transfer(100, 24_990))
    expect(await look()).toMatchObject({ txHash })
    expect(searched().at(-1)).toMatchObject({ fromBlock: `0x${(24_936).toString(16)}` })
  })

  test('rejects the silence of a node that is behind', async () => {
    const { world, look } = watching([])
    world.isBehind = true
    await expect(look()).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })
})
