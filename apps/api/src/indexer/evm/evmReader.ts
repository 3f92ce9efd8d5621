import * as z from 'zod/mini'
import type { Found } from '../accountTransaction.ts'
import type { IndexNodes } from '../indexNodes.ts'
import {
  blockNumber,
  type EvmBlock,
  type EvmHeader,
  type EvmLog,
  type EvmReceipt,
  type EvmTransaction,
  evmBlock,
  evmHeader,
  evmLogs,
  evmReceipt,
  evmTransaction,
} from './evmShapes.ts'
import { addressIn, eventTopics, topicOf } from './readLog.ts'
import { approvalsOf, type MinedTransaction, viewOf } from './viewOf.ts'

/** Returns which of these addresses are tracked. */
type PickTracked = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

/** More than can be read at once: retry with fewer blocks or fewer accounts. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** These accounts had too much activity in a few blocks for their past to be read. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
  readonly accounts: ReadonlySet<string>
  constructor(accounts: ReadonlySet<string>) {
    super('the account is too busy')
    this.accounts = accounts
  }
}

/** The most transactions to read at once, unless one block has more, and those of one account. */
const maxTransactions = 1_000
const maxOfAccount = 500
/** Transactions of one account in one block. */
const maxInBlock = 50

/** The indexer's access to a chain. Every call throws as `IndexNodes.ask`, or when nodes' answers are inconsistent. */
export type EvmReader = {
  head(): Promise<number>
  /** Null for a block that the node does not have. */
  headers(numbers: readonly number[]): Promise<(EvmHeader | null)[]>
  /** Returns the blocks of these numbers while they form a chain; a missing block, or one with another parent, ends them. */
  blocks(numbers: readonly number[]): Promise<EvmBlock[]>
  /**
   * Returns the effects of these blocks on tracked accounts; for one account at most 50 transactions per block, its own first. Throws
   * `TooMuch`.
   */
  views(blocks: readonly EvmBlock[], pickTracked: PickTracked): Promise<Found>
  /** Returns token movements and approvals of these accounts, from events only; both numbers included. Throws `TooMuch`, `TooBusy`. */
  tokenViews(accounts: ReadonlySet<string>, from: number, to: number): Promise<Found>
}

const hex = (number: number): string => `0x${number.toString(16)}`
/** Returns the numbers from `from` to `to`, both included. */
export const numbersFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Queries one chain's nodes and checks that the answers match the request. */
const createEvmAsk = (nodes: IndexNodes) => {
  const askAll = async <shape extends z.ZodMiniType>(
    shape: shape,
    method: string,
    params: readonly (readonly unknown[])[],
  ): Promise<z.output<shape>[]> =>
    params.length === 0
      ? []
      : (await nodes.ask(params.map((each) => ({ method, params: each })))).map((result) => z.parse(shape, result))

  const receiptsOf = async (transactions: readonly EvmTransaction[]): Promise<EvmReceipt[]> =>
    (
      await askAll(
        evmReceipt,
        'eth_getTransactionReceipt',
        transactions.map(({ hash }) => [hash]),
      )
    ).map((receipt, index) => {
      const { hash, blockHash } = transactions[index] as EvmTransaction
      // It moved to another block in the meantime, or this node is behind the others: retried later.
      if (receipt?.transactionHash !== hash || receipt.blockHash !== blockHash)
        throw new Error('a receipt does not belong to its block')
      return receipt
    })

  /** Events of tokens and approvals, by the hash of their block, so that they are of exactly that block. */
  const logsOf = async (blocks: readonly EvmBlock[]): Promise<EvmLog[]> => {
    const busy = blocks.filter(({ transactions }) => transactions.length > 0)
    const filters = busy.map(({ hash }) => [{ blockHash: hash, topics: [Object.values(eventTopics)] }])
    return (await askAll(evmLogs, 'eth_getLogs', filters)).flatMap((logs, index) => {
      if (logs.some(({ blockHash }) => blockHash !== busy[index]?.hash))
        throw new Error('an event does not belong to its block')
      return logs
    })
  }

  return { askAll, receiptsOf, logsOf }
}

export function createEvmReader(nodes: IndexNodes): EvmReader {
  const { askAll, receiptsOf, logsOf } = createEvmAsk(nodes)
  return {
    head: async () => z.parse(blockNumber, (await nodes.ask([{ method: 'eth_blockNumber', params: [] }]))[0]),
    headers: (numbers) =>
      askAll(
        evmHeader,
        'eth_getBlockByNumber',
        numbers.map((number) => [hex(number), false]),
      ),

    async blocks(numbers) {
      const answered = await askAll(
        evmBlock,
        'eth_getBlockByNumber',
        numbers.map((number) => [hex(number), true]),
      )
      const chained: EvmBlock[] = []
      for (const [index, block] of answered.entries()) {
        const before = chained.at(-1)
        if (
          block === null ||
          block.number !== numbers[index] ||
          (before !== undefined && block.parentHash !== before.hash)
        )
          break
        chained.push(block)
      }
      return chained
    },

    async views(blocks, pickTracked) {
      const parties = partiesOf(blocks, await logsOf(blocks))
      const tracked = await pickTracked([...new Set([...parties.values()].flatMap((each) => [...each]))])
      if (tracked.size === 0) return { views: [], approvals: [] }
      const involved = blocks.flatMap((block) => involvedIn(block, parties, tracked))
      if (blocks.length > 1 && involved.length > maxTransactions) throw new TooMuch('too many transactions')
      const receipts = await receiptsOf(involved.map(({ transaction }) => transaction))
      return foundIn(
        involved.map(({ block, transaction, accounts }, index) => {
          return { accounts, mined: { transaction, receipt: receipts[index] as EvmReceipt, block } }
        }),
      )
    },

    async tokenViews(accounts, from, to) {
      const { transfer, transferSingle, transferBatch, approval } = eventTopics
      const parties = [...accounts].map(topicOf)
      const many = [transferSingle, transferBatch]
      const topics = [
        [[transfer, approval], parties],
        [transfer, null, parties],
        [many, null, parties],
        [many, null, null, parties],
      ]
      const range = { fromBlock: hex(from), toBlock: hex(to) }
      const filters = topics.map((each) => [{ ...range, topics: each }])
      const logs = (await askAll(evmLogs, 'eth_getLogs', filters)).flat()
      const busy = busyOf(accounts, logs)
      if (busy.size > 0) throw new TooBusy(busy)
      const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))]
      if (hashes.length > maxTransactions) throw new TooMuch('too many transactions')
      const transactions = await askAll(
        evmTransaction,
        'eth_getTransactionByHash',
        hashes.map((hash) => [hash]),
      )
      const receipts = await receiptsOf(transactions)
      const numbers = [...new Set(receipts.map((receipt) => receipt.blockNumber))]
      const headers = await askAll(
        evmHeader,
        'eth_getBlockByNumber',
        numbers.map((number) => [hex(number), false]),
      )
      const headerOf = new Map(headers.map((header) => [header?.hash, header]))
      return foundIn(
        transactions.map((transaction, index) => {
          const block = headerOf.get(transaction.blockHash)
          if (block == null || block.number < from || block.number > to)
            throw new Error('a transaction does not belong to its block')
          return { accounts: [...accounts], mined: { transaction, receipt: receipts[index] as EvmReceipt, block } }
        }),
      )
    },
  }
}

/** The effect of each of these transactions on each of its accounts. */
const foundIn = (all: readonly { accounts: readonly string[]; mined: MinedTransaction }[]): Found => ({
  views: all.flatMap(({ accounts, mined }) => accounts.flatMap((address) => viewOf(address, mined) ?? [])),
  approvals: all.flatMap(({ accounts, mined }) => accounts.flatMap((address) => approvalsOf(address, mined))),
})

/** Returns the transactions of a block that involve tracked accounts, with those accounts. */
function involvedIn(block: EvmBlock, parties: ReadonlyMap<string, ReadonlySet<string>>, tracked: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  const accountsOf = new Map<EvmTransaction, string[]>()
  const own = block.transactions.filter(({ from }) => tracked.has(from))
  // Others' transactions must not displace the account's own.
  for (const transaction of new Set([...own, ...block.transactions])) {
    const accounts = [...(parties.get(transaction.hash) ?? [])].filter(
      (address) => tracked.has(address) && (counts.get(address) ?? 0) < maxInBlock,
    )
    for (const address of accounts) counts.set(address, (counts.get(address) ?? 0) + 1)
    accountsOf.set(transaction, accounts)
  }
  return block.transactions.flatMap((transaction) => {
    const accounts = accountsOf.get(transaction) ?? []
    return accounts.length === 0 ? [] : [{ block, transaction, accounts }]
  })
}

/** Counts transactions, not events: one transaction can log any number of events. */
function busyOf(accounts: ReadonlySet<string>, logs: readonly EvmLog[]): Set<string> {
  const hashes = new Map([...accounts].map((address) => [address, new Set<string>()]))
  for (const { transactionHash, topics } of logs)
    for (const topic of topics.slice(1)) hashes.get(addressIn(topic) ?? '')?.add(transactionHash)
  return new Set([...accounts].filter((address) => (hashes.get(address)?.size ?? 0) > maxOfAccount))
}

/** The accounts that each transaction of these blocks may involve. */
function partiesOf(blocks: readonly EvmBlock[], logs: readonly EvmLog[]): Map<string, Set<string>> {
  const parties = new Map<string, Set<string>>()
  for (const { hash, from, to } of blocks.flatMap(({ transactions }) => transactions))
    parties.set(hash, new Set(to === null ? [from] : [from, to]))
  for (const { transactionHash, topics } of logs) {
    const all = parties.get(transactionHash)
    if (all === undefined) throw new Error('an event does not belong to its block')
    for (const topic of topics.slice(1)) {
      const address = addressIn(topic)
      if (address !== null) all.add(address)
    }
  }
  return parties
}
