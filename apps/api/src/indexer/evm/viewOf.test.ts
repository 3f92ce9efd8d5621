import { encodeAbiParameters, keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { EvmLog } from './evmShapes.ts'
import { eventTopics, readTransfers, topicOf } from './readLog.ts'
import { viewOf } from './viewOf.ts'

const [me, other, token, zero] = ['a', 'b', 'c', '0'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const hash = `0x${'1'.repeat(64)}`
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const two = [{ type: 'uint256' }, { type: 'uint256' }] as const
const lists = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

const log = (topics: string[], data: string): EvmLog => ({
  address: token,
  topics,
  data,
  blockHash: hash,
  transactionHash: hash,
})
const erc20 = (from: string, to: string, amount: bigint, address = token): EvmLog => ({
  ...log([eventTopics.transfer, topicOf(from), topicOf(to)], number(amount)),
  address,
})
const erc721 = (from: string, to: string, id: bigint) =>
  log([eventTopics.transfer, topicOf(from), topicOf(to), number(id)], '0x')
const single = (from: string, to: string, id: bigint, amount: bigint) =>
  log([eventTopics.transferSingle, topicOf(from), topicOf(from), topicOf(to)], encodeAbiParameters(two, [id, amount]))
const batch = (from: string, to: string, data: string) =>
  log([eventTopics.transferBatch, topicOf(from), topicOf(from), topicOf(to)], data)

const view = (about: {
  from?: string
  to?: string | null
  value?: bigint
  input?: string
  status?: number
  logs?: EvmLog[]
}) =>
  viewOf(me, {
    transaction: {
      hash,
      from: about.from ?? me,
      to: about.to === undefined ? other : about.to,
      value: about.value ?? 0n,
      input: about.input ?? '0x',
      nonce: 7,
      transactionIndex: 3,
      blockHash: hash,
    },
    receipt: {
      transactionHash: hash,
      blockHash: hash,
      blockNumber: 5,
      status: about.status ?? 1,
      contractAddress: about.to === null ? token : null,
      logs: about.logs ?? [],
    },
    block: { number: 5, timestamp: 1_700_000_000 },
  })

test('the topics are the hashes of the events', () => {
  const of = (signature: string) => keccak256(toHex(signature))
  expect(eventTopics).toEqual({
    transfer: of('Transfer(address,address,uint256)'),
    transferSingle: of('TransferSingle(address,address,address,uint256,uint256)'),
    transferBatch: of('TransferBatch(address,address,address,uint256[],uint256[])'),
    approval: of('Approval(address,address,uint256)'),
    approvalForAll: of('ApprovalForAll(address,address,bool)'),
  })
})

describe('events', () => {
  test('a batch of items is read whole', () => {
    const data = encodeAbiParameters(lists, [
      [1n, 2n],
      [10n, 20n],
    ])
    expect(readTransfers(batch(me, other, data))).toEqual([
      { contract: token, from: me, to: other, tokenId: 1n, amount: 10n },
      { contract: token, from: me, to: other, tokenId: 2n, amount: 20n },
    ])
  })

  test.each([
    ['lists of different lengths', encodeAbiParameters(lists, [[1n], []])],
    ['no data', '0x'],
    ['places outside of it', `0x${'f'.repeat(128)}`],
    ['a length beyond all', encodeAbiParameters(two, [0n, 2n ** 255n])],
    ['lists that never end', `${encodeAbiParameters(two, [64n, 64n])}${'f'.repeat(64)}`],
  ])('a batch with %s moves nothing', (_, data) => {
    expect(readTransfers(batch(me, other, data))).toEqual([])
  })

  test.each([
    ['an address with something before it', log([eventTopics.transfer, number(2n ** 255n), topicOf(me)], number(1n))],
    ['no addresses', log([eventTopics.transfer], number(1n))],
    ['more data than an amount', log([eventTopics.transfer, topicOf(me), topicOf(other)], `${number(1n)}00`)],
    ['another event', log([hash, topicOf(me), topicOf(other)], number(1n))],
    ['no topic at all', log([], '0x')],
  ])('%s is no transfer', (_, wrong) => {
    expect(readTransfers(wrong)).toEqual([])
  })
})

describe('an account’s view', () => {
  test('coins sent, received and sent to oneself', () => {
    const native = (direction: string) => [{ kind: 'native', contract: null, direction, amount: '5' }]
    expect(view({ value: 5n })).toMatchObject({ operation: 'send', movements: native('out'), nonce: 7, position: 3 })
    expect(view({ from: other, to: me, value: 5n })).toMatchObject({ operation: 'receive', movements: native('in') })
    expect(view({ to: me, value: 5n })).toMatchObject({ operation: 'send', movements: native('self') })
  })

  test.each([
    ['send', [erc20(me, other, 5n)]],
    ['receive', [erc20(other, me, 5n)]],
    ['trade', [erc20(me, other, 5n), erc20(other, me, 6n, zero)]],
    ['mint', [erc721(zero, me, 1n)]],
    ['burn', [single(me, zero, 1n, 2n)]],
    ['approve', [log([eventTopics.approval, topicOf(me), topicOf(other)], number(1n))]],
    ['approve', [log([eventTopics.approvalForAll, topicOf(me), topicOf(other)], number(1n))]],
    ['execute', [log([eventTopics.approval, topicOf(other), topicOf(me)], number(1n))]],
    ['execute', [erc20(other, token, 5n)]],
  ] as const)('%s', (operation, logs) => {
    expect(view({ input: '0x12345678', logs: [...logs] })?.operation).toBe(operation)
  })

  test('who sends a token is told to whom; nobody else believes what a contract logs', () => {
    const sent = { to: token, input: '0x12345678', logs: [erc20(me, other, 5n)] }
    expect(view(sent)?.sentTo).toBe(other)
    expect(view({ ...sent, logs: [erc20(me, other, 5n), erc20(me, zero.replace('0x0', '0x1'), 5n)] })?.sentTo).toBe(
      token,
    )
    expect(view({ ...sent, from: other })).toMatchObject({ operation: 'execute', sentFrom: other, sentTo: token })
  })

  test.each([
    ['sent', [erc20(me, other, 5n)]],
    ['sent to itself', [erc20(me, me, 5n)]],
    ['burnt', [erc721(me, zero, 5n)]],
  ])('what a stranger has a contract log as %s by the account is nothing that the account did', (_, logs) => {
    expect(view({ from: other, to: token, logs: [...logs] })?.operation).toBe('execute')
    expect(view({ from: me, to: token, logs: [...logs] })?.operation).not.toBe('execute')
  })

  test('coins for a token are a trade, for a new item a mint', () => {
    expect(view({ value: 1n, logs: [erc20(other, me, 5n)] })?.operation).toBe('trade')
    expect(view({ value: 1n, logs: [erc721(zero, me, 5n)] })?.operation).toBe('mint')
  })

  test('a new contract', () => {
    expect(view({ to: null, input: '0x6000' })).toMatchObject({ operation: 'deploy', sentTo: token, movements: [] })
  })

  test('a failure costs its sender the fee alone, and is nothing to others', () => {
    const failed = { value: 5n, status: 0, logs: [erc20(me, other, 5n)] }
    expect(view(failed)).toMatchObject({ failed: true, movements: [] })
    expect(view({ ...failed, from: other, to: me })).toBeNull()
  })

  test('nothing moved, nothing sent: no row', () => {
    expect(view({ from: other, to: token })).toBeNull()
    // A zero transfer would put an unrelated address into a history.
    expect(view({ from: other, to: token, logs: [erc20(me, other, 0n)] })).toBeNull()
  })

  test('an airdrop of thousands is cut off', () => {
    const logs = Array.from({ length: 3_000 }, (_, id) => erc721(other, me, BigInt(id)))
    expect(view({ from: other, to: token, logs })?.movements).toHaveLength(50)
  })
})
