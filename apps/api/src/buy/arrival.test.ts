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

/** What has arrived where a node answers so. */
const arrival = (found: unknown, sent: unknown) => {
  const { fetch } = createTestNodes(({ method }) => result(method === 'eth_getTransactionReceipt' ? found : sent))
  const rpcProxy = createRpcProxy({ nodes: { [chainId]: ['http://node.test'] }, fetch })
  return readArrival({ rpcProxy, balances: {} as Balances }, purchase)
}

describe('readArrival', () => {
  test('returns what a successful transaction has paid', async () => {
    expect(await arrival(receipt, transaction)).toEqual({ amount: '0.1', txHash })
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
