import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

/** Methods whose first parameter is a log filter. */
export const filterMethods: readonly string[] = ['eth_getLogs', 'eth_newFilter']

const number = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const block = z.union([number, z.enum(['earliest', 'latest', 'pending', 'safe', 'finalized'])])
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
/** Strict: nodes also accept names in other cases, and a topic list with null in it as any topic. */
const filter = z.strictObject({
  fromBlock: z.nullish(block),
  toBlock: z.nullish(block),
  blockHash: z.nullish(hash),
  address: z.nullish(z.union([address, z.array(address)])),
  topics: z.nullish(z.array(z.nullable(z.union([hash, z.array(hash)])))),
})

export type LogFilterRules = {
  /** The most blocks to search at a time. */
  maxBlocks: number
  /** Returns the number of a tag's block; called only where a filter spans more than that block. Rejects when no node reports it. */
  numberOf: (tag: BlockTag) => Promise<number>
}
/** Tags whose blocks nodes know. */
export type BlockTag = 'latest' | 'safe' | 'finalized'

/**
 * Returns why a filter is rejected, for its developer; null when it passes. Over more than one block it has to name addresses or topics,
 * and the blocks are counted: otherwise a node would return the whole chain.
 */
export async function refuseLogFilter(
  params: readonly unknown[],
  { maxBlocks, numberOf }: LogFilterRules,
): Promise<string | null> {
  const parsed = tryParse(z.tuple([filter]), params)
  if (!parsed.success) return 'one filter is expected, with fromBlock, toBlock, address and topics'
  const [{ fromBlock, toBlock, blockHash, address, topics }] = parsed.data
  if (typeof blockHash === 'string')
    return (fromBlock ?? toBlock ?? null) === null ? null : 'either blockHash is expected, or fromBlock and toBlock'
  const [from, to] = [fromBlock ?? 'latest', toBlock ?? 'latest']
  // On rollups the last final block is thousands of blocks behind the newest.
  const span = from === to ? 1 : Math.abs((await blockOf(to, numberOf)) - (await blockOf(from, numberOf))) + 1
  if (span > maxBlocks) return `at most ${maxBlocks} blocks at once, from fromBlock to toBlock`
  const namesAddress = typeof address === 'string' || (Array.isArray(address) && address.length > 0)
  const namesTopic = topics?.some((topic) => topic !== null && !(Array.isArray(topic) && topic.length === 0)) === true
  return span > 1 && !namesAddress && !namesTopic ? 'over more than one block, an address or a topic is required' : null
}

async function blockOf(named: string, numberOf: LogFilterRules['numberOf']): Promise<number> {
  switch (named) {
    case 'earliest':
      return 0
    case 'pending':
      return (await numberOf('latest')) + 1
    case 'latest':
    case 'safe':
    case 'finalized':
      return numberOf(named)
    default:
      return Number(named)
  }
}
