import { createHash } from 'node:crypto'
import { topicOf } from './readLog.ts'

export type TestLog = { address: string; topics: readonly string[]; data: string }
export type TestTransaction = {
  from: string
  to: string | null
  value?: bigint
  input?: string
  nonce?: number
  failed?: boolean
  contractAddress?: string
  logs?: readonly TestLog[]
}
type TestBlock = {
  number: number
  hash: string
  parentHash: string
  timestamp: number
  transactions: TestTransaction[]
}
type Call = { id: number; method: string; params: unknown[] }

const hex = (number: number | bigint): string => `0x${number.toString(16)}`
const digest = (...parts: unknown[]): string =>
  `0x${createHash('sha256')
    .update(JSON.stringify(parts, (_, each) => (typeof each === 'bigint' ? `${each}` : each)))
    .digest('hex')}`

export const word = (number: bigint): string => number.toString(16).padStart(64, '0')
export const transferLog = (token: string, from: string, to: string, amount: bigint): TestLog => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topicOf(from), topicOf(to)],
  data: `0x${word(amount)}`,
})

/** An in-memory chain that can be reorganized, and its node. */
export function createTestChain() {
  const blocks: TestBlock[] = []
  const add = (transactions: TestTransaction[], salt = 0): void => {
    const parent = blocks.at(-1)
    const number = blocks.length
    const parentHash = parent?.hash ?? digest('before all')
    const hash = digest(parentHash, number, transactions, salt)
    blocks.push({ number, hash, parentHash, timestamp: 1_700_000_000 + number * 2, transactions })
  }
  add([])

  const hashOf = (transaction: TestTransaction, block: TestBlock, index: number): string =>
    digest('transaction', block.number, index, transaction)
  const mined = (block: TestBlock) =>
    block.transactions.map((transaction, index) => {
      const hash = hashOf(transaction, block, index)
      const about = { blockHash: block.hash, blockNumber: hex(block.number), transactionIndex: hex(index) }
      const logs = (transaction.logs ?? []).map((log) => ({ ...log, ...about, transactionHash: hash }))
      return {
        shown: {
          hash,
          from: transaction.from,
          to: transaction.to,
          value: hex(transaction.value ?? 0n),
          input: transaction.input ?? '0x',
          nonce: hex(transaction.nonce ?? 0),
          ...about,
        },
        receipt: {
          transactionHash: hash,
          ...about,
          status: transaction.failed ? '0x0' : '0x1',
          contractAddress: transaction.contractAddress ?? null,
          logs: transaction.failed ? [] : logs,
        },
      }
    })
  const showBlock = (block: TestBlock | undefined, isWhole: unknown) =>
    block === undefined
      ? null
      : {
          number: hex(block.number),
          hash: block.hash,
          parentHash: block.parentHash,
          timestamp: hex(block.timestamp),
          transactions: mined(block).map(({ shown }) => (isWhole === true ? shown : shown.hash)),
        }
  const matches = (topics: readonly string[], filter: readonly (string | readonly string[] | null)[]): boolean =>
    filter.every((each, index) => each === null || [each].flat().includes(topics[index] ?? ''))
  const find = (hash: unknown) => blocks.flatMap(mined).find(({ shown }) => shown.hash === hash)

  const answer: Record<string, (params: unknown[]) => unknown> = {
    eth_blockNumber: () => hex(blocks.length - 1),
    eth_getBlockByNumber: ([number, isWhole]) => showBlock(blocks[Number(number)], isWhole),
    eth_getTransactionByHash: ([hash]) => find(hash)?.shown ?? null,
    eth_getTransactionReceipt: ([hash]) => find(hash)?.receipt ?? null,
    eth_getLogs([filter]) {
      const { blockHash, fromBlock, toBlock, topics } = filter as Record<string, string> & { topics: string[] }
      const asked =
        blockHash === undefined
          ? blocks.slice(Number(fromBlock), Number(toBlock) + 1)
          : blocks.filter(({ hash }) => hash === blockHash)
      return asked
        .flatMap(mined)
        .flatMap(({ receipt }) => receipt.logs)
        .filter((log) => matches(log.topics, topics))
    },
  }

  return {
    /** Mines blocks, each a list of transactions. `salt`: distinguishes blocks with the same content. */
    mine(each: readonly TestTransaction[][], salt?: number): void {
      for (const transactions of each) add(transactions, salt)
    },
    /** Removes the newest blocks; the first one stays. */
    takeBack: (count: number) => void blocks.splice(Math.max(1, blocks.length - count)),
    get head() {
      return blocks.length - 1
    },
    /** The node of this chain, which reports this id. */
    fetchAs:
      (chainId: string): typeof globalThis.fetch =>
      async (_, init) => {
        const calls = JSON.parse(String(init?.body)) as Call[]
        return Response.json(
          calls.map(({ id, method, params }) => ({
            jsonrpc: '2.0',
            id,
            result: method === 'eth_chainId' ? hex(BigInt(chainId.split(':')[1] ?? 0)) : answer[method]?.(params),
          })),
        )
      },
  }
}
