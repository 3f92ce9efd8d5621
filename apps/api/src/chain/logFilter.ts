import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

/** Methods whose first parameter says which logs of which blocks. */
export const filterMethods: readonly string[] = ['eth_getLogs', 'eth_newFilter']

const number = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const block = z.union([number, z.enum(['earliest', 'latest', 'pending', 'safe', 'finalized'])])
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
/** Exactly these: nodes take names in other letters for the same ones, and a list of topics with null in it for any topic. */
const filter = z.strictObject({
  fromBlock: z.nullish(block),
  toBlock: z.nullish(block),
  blockHash: z.nullish(hash),
  address: z.nullish(z.union([address, z.array(address)])),
  topics: z.nullish(z.array(z.nullable(z.union([hash, z.array(hash)])))),
})

export type LogFilterRules = {
  /** How many blocks are looked through at a time. */
  maxBlocks: number
  /** Returns the number of the block of a tag; asked only where a filter spans more than that block. Rejects when no node tells. */
  numberOf: (tag: BlockTag) => Promise<number>
}
/** Tags whose blocks nodes know. */
export type BlockTag = 'latest' | 'safe' | 'finalized'

/**
 * Why a filter is refused, in words for its developer; null when it passes. Over more than one block it has to name addresses or topics,
 * and the blocks are counted: what else a node answers is the whole chain.
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
