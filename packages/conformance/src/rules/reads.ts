import type { RpcMethod } from '@latchkey/protocol/rpcMethods'
import { must, show } from '../Deviation.ts'
import type { Rule, RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'
import {
  bool,
  bytes,
  either,
  evmAddress,
  fields,
  listOf,
  mapOf,
  mustBe,
  nullValue,
  object,
  quantity,
  type Shape,
  word,
} from '../shapes.ts'

type Row = { method: RpcMethod; params: (address: string) => unknown; result: Shape; more?: string }

const nobody = `0x${'1'.repeat(40)}`
const unknownHash = `0x${'ab'.repeat(32)}`
const block = fields({ number: quantity, hash: word, parentHash: word, transactions: listOf(either(word, object)) })

/** Reads that every node supports. */
const rows: readonly Row[] = [
  { method: 'eth_accounts', params: () => [], result: listOf(evmAddress) },
  { method: 'eth_chainId', params: () => [], result: quantity },
  { method: 'eth_blockNumber', params: () => [], result: quantity },
  { method: 'eth_gasPrice', params: () => [], result: quantity },
  { method: 'eth_maxPriorityFeePerGas', params: () => [], result: quantity },
  { method: 'eth_getBalance', params: (address) => [address, 'latest'], result: quantity },
  { method: 'eth_getTransactionCount', params: (address) => [address, 'pending'], result: quantity },
  { method: 'eth_getCode', params: (address) => [address, 'latest'], result: bytes },
  { method: 'eth_getStorageAt', params: (address) => [address, '0x0', 'latest'], result: bytes },
  { method: 'eth_call', params: (address) => [{ from: address, to: nobody, data: '0x' }, 'latest'], result: bytes },
  { method: 'eth_estimateGas', params: () => [{ to: nobody, value: '0x0' }], result: quantity },
  {
    method: 'eth_feeHistory',
    params: () => ['0x1', 'latest', []],
    result: fields({ oldestBlock: quantity, baseFeePerGas: listOf(quantity) }),
  },
  { method: 'eth_getBlockByNumber', params: () => ['latest', false], result: block },
  {
    method: 'eth_getBlockByHash',
    params: () => [unknownHash, false],
    result: nullValue,
    more: ' for an unknown block',
  },
  { method: 'eth_getBlockTransactionCountByNumber', params: () => ['latest'], result: either(quantity, nullValue) },
  {
    method: 'eth_getLogs',
    params: () => [{ fromBlock: 'latest', toBlock: 'latest', address: nobody }],
    result: listOf(object),
  },
  {
    method: 'eth_getTransactionByHash',
    params: () => [unknownHash],
    result: nullValue,
    more: ' for a hash that the node does not know',
  },
  {
    method: 'eth_getTransactionReceipt',
    params: () => [unknownHash],
    result: nullValue,
    more: ' for a hash that the node does not know',
  },
  { method: 'eth_syncing', params: () => [], result: either(bool, object) },
  { method: 'eth_newBlockFilter', params: () => [], result: quantity },
  { method: 'wallet_getCapabilities', params: (address) => [address], result: mapOf(quantity, object) },
]

const ruleOf = ({ method, params, result, more = '' }: Row): Rule => ({
  profile: 'both',
  name: `${method} answers ${result.says}${more}`,
  source: 'wire 5',
  check: async ({ testUser }) => {
    const [line, address] = [await testUser.line(), await testUser.address()]
    mustBe(result, await line.get('RPC_REQUEST', { method, params: params(address) }), 'its result')
  },
})

const read = async ({ testUser }: Scene, method: string, params?: unknown, more: object = {}): Promise<unknown> =>
  await (await testUser.line()).get('RPC_REQUEST', { method, ...(params === undefined ? {} : { params }), ...more })

/** RPC methods that only read: they need no approval. */
export const reads: RuleGroup = {
  title: 'Calls that only read',
  rules: [
    ...rows.map(ruleOf),
    {
      profile: 'both',
      name: 'eth_accounts says the account of GET_USER, and eth_chainId the active chain',
      source: 'wire 5',
      check: async (scene) => {
        const address = await scene.testUser.address()
        const accounts = await read(scene, 'eth_accounts', [])
        must(String(accounts).toLowerCase() === address.toLowerCase(), `eth_accounts says ${show(accounts)}`)
        const chain = await read(scene, 'eth_chainId', [])
        must(Number(chain) === scene.target.chains[0], `eth_chainId says ${show(chain)}`)
      },
    },
    {
      profile: 'both',
      name: 'a call without params is one without parameters',
      source: 'wire 5',
      check: async (scene) => mustBe(quantity, await read(scene, 'eth_blockNumber'), 'the result'),
    },
    {
      profile: 'both',
      name: 'a call may name another chain than the active one, as a number or in CAIP-2',
      source: 'wire 4',
      check: async (scene) => {
        const other = scene.target.chains[1]
        for (const chainId of [other, `eip155:${other}`]) {
          const answer = await read(scene, 'eth_chainId', [], { chainId })
          must(Number(answer) === other, `with the chain ${chainId} it says ${show(answer)}`)
        }
      },
    },
    {
      profile: 'both',
      name: 'parameters that do not fit are an error',
      source: 'wire 7',
      check: async ({ testUser }) => {
        const line = await testUser.line()
        for (const [method, params] of [
          ['eth_getBalance', ['nobody', 'latest']],
          ['eth_getBalance', []],
          ['eth_call', [{ to: nobody, data: 'zz' }, 'latest']],
          ['eth_getTransactionByHash', ['0x12']],
          ['eth_getBlockByNumber', ['yesterday', false]],
          ['eth_blockNumber', { length: 1 }],
        ] as const) {
          const error = await line.fail('RPC_REQUEST', { method, params })
          must(line.profile === 4 || error.code === -32602, `${method} fails with ${show(error)}`)
        }
      },
    },
    {
      profile: 'both',
      name: 'a call on a chain that is not served is an error',
      source: 'wire 4',
      check: async ({ testUser }) => {
        const payload = { method: 'eth_blockNumber', params: [], chainId: 'eip155:424242424242' }
        await (await testUser.line()).fail('RPC_REQUEST', payload)
      },
    },
    {
      profile: 'both',
      name: 'calls of Solana that are none are refused before anybody is asked',
      source: 'wire 5',
      check: async ({ testUser }) => {
        const line = await testUser.line()
        const transaction = '1'.repeat(1700)
        for (const [method, params] of [
          ['solana_signMessage', { message: '0OIl', pubkey: '1'.repeat(32) }],
          ['solana_signMessage', { message: 'abc', pubkey: '1'.repeat(32) }],
          ['solana_signTransaction', { transaction: 'abc' }],
          ['solana_signTransaction', { transaction }],
          ['solana_signAllTransactions', { transactions: [] }],
          ['solana_signAllTransactions', { transactions: ['abc', transaction] }],
          ['solana_signAndSendTransaction', { transaction: 'abc', options: { maxRetries: -1 } }],
          ['solana_signAndSendTransaction', {}],
        ] as const) {
          await line.fail('RPC_REQUEST', { method, params, chainNamespace: 'solana' })
        }
      },
    },
    {
      profile: 'both',
      name: 'a call of Solana is answered',
      source: 'wire 5',
      check: async ({ testUser }) => {
        const payload = {
          method: 'solana_signMessage',
          params: { message: 'x', pubkey: 'x' },
          chainNamespace: 'solana',
        }
        await (await testUser.line()).fail('RPC_REQUEST', payload)
      },
    },
  ],
}
