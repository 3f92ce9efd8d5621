import { describe, expect, test } from 'vitest'
import { type BlockTag, refuseLogFilter } from './logFilter.ts'

const address = `0x${'ab'.repeat(20)}`
const topics = [`0x${'cd'.repeat(32)}`]
const numbers = { latest: 1_000, safe: 950, finalized: 850 }
const rules = { maxBlocks: 100, numberOf: async (tag: BlockTag) => numbers[tag] }
const judge = (...params: unknown[]) => refuseLogFilter(params, rules)

describe('refuseLogFilter', () => {
  test.each<[string, object]>([
    ['the newest block, which nothing says is the newest block', {}],
    ['one block, by its hash', { blockHash: topics[0] }],
    ['one block, by its number', { fromBlock: '0x10', toBlock: '0x10' }],
    ['as many blocks as are allowed', { fromBlock: '0x1', toBlock: '0x64', address }],
    ['up to the newest', { fromBlock: '0x385', address }],
    ['from the last that is safe', { fromBlock: 'safe', topics }],
    ['up to the last that is final', { fromBlock: '0x320', toBlock: 'finalized', topics }],
    ['the last that is final', { fromBlock: 'finalized', toBlock: 'finalized' }],
    ['the newest two', { fromBlock: 'latest', toBlock: 'pending', topics }],
    ['several addresses', { fromBlock: '0x1', toBlock: '0x2', address: [address] }],
    ['a later topic', { fromBlock: '0x1', toBlock: '0x2', topics: [null, topics] }],
  ])('lets %s pass', async (_, filter) => {
    expect(await judge(filter)).toBeNull()
  })

  const tooMany = /^at most 100 blocks at once/
  const unfiltered = /^over more than one block, an address or a topic is required/
  const malformed = /^one filter is expected/
  test.each<[string, unknown[], RegExp]>([
    ['the whole chain', [{ fromBlock: 'earliest', address }], tooMany],
    ['the whole chain, backwards', [{ fromBlock: 'latest', toBlock: 'earliest', address }], tooMany],
    ['one block too many', [{ fromBlock: '0x1', toBlock: '0x65', address }], tooMany],
    ['too many up to the newest', [{ fromBlock: '0x384', topics }], tooMany],
    ['everything of two blocks', [{ fromBlock: '0x1', toBlock: '0x2' }], unfiltered],
    ['no addresses in a list of them', [{ fromBlock: '0x1', toBlock: '0x2', address: [] }], unfiltered],
    ['topics that are all anything', [{ fromBlock: '0x1', toBlock: '0x2', topics: [null, []] }], unfiltered],
    ['a list with any topic in it', [{ fromBlock: '0x1', toBlock: '0x2', topics: [[null]] }], malformed],
    ['a topic that is none', [{ fromBlock: '0x1', toBlock: '0x2', topics: [''] }], malformed],
    ['an address that is none', [{ fromBlock: '0x1', toBlock: '0x2', address: [''] }], malformed],
    ['everything since the last that is safe', [{ fromBlock: 'safe' }], unfiltered],
    ['thousands of blocks since the last that is final', [{ fromBlock: 'finalized', topics }], tooMany],
    ['the same, up to the number of the newest', [{ fromBlock: 'finalized', toBlock: '0x3e8', topics }], tooMany],
    ['the same, backwards', [{ fromBlock: 'latest', toBlock: 'finalized', topics }], tooMany],
    ['a block that is none', [{ fromBlock: 'yesterday', address }], malformed],
    ['a block beyond all numbers', [{ fromBlock: `0x${'f'.repeat(17)}`, address }], malformed],
    ['no filter', [], malformed],
    ['a filter that is none', ['0x1'], malformed],
    ['two filters', [{}, {}], malformed],
    ['a name in other letters, which a node may read', [{ FROMBLOCK: '0x0' }], malformed],
    ['a hash that is none', [{ blockHash: '' }], malformed],
    ['a hash, and where to begin', [{ blockHash: topics[0], fromBlock: '0x0' }], /^either blockHash/],
  ])('refuses %s', async (_, params, reason) => {
    expect(await judge(...params)).toMatch(reason)
  })

  test('rejects when nobody knows the newest block', async () => {
    const numberOf = () => Promise.reject(new Error('away'))
    await expect(refuseLogFilter([{ fromBlock: '0x1', address }], { ...rules, numberOf })).rejects.toThrow('away')
  })
})
