/**
 * Reads the outcome of a user operation (ERC-4337, EntryPoint 0.7).
 *
 * The bundler only names the transaction of an operation. The chain decides whether it is there, and its outcome: the
 * EntryPoint's own event in the node's receipt. So a bundler can hold an operation back, but can't fake that it has
 * happened.
 */
import { type Hex, plainReason, revertReason, smartAccountContracts, userOperationEventTopic } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { ChainReader } from '../chain/createChainReader.ts'

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const log = z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })
/** A transaction's receipt, as a node returns it. */
export const transactionReceipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  gasUsed: quantity,
  status: z.optional(quantity),
  logs: z.array(log),
})
export type TransactionReceipt = z.output<typeof transactionReceipt>
const bundlerReceipt = z.object({ reason: z.optional(z.unknown()), receipt: z.object({ transactionHash: hash }) })
const foundEvent = z.object({ transactionHash: hash })

/** `BeforeExecution()`: earlier logs are from validation. */
const executionTopic = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

/** `UserOperationRevertReason(bytes32 indexed userOpHash, address indexed, uint256, bytes revertReason)`. */
const revertTopic = '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201'

export type OperationOutcome = {
  readonly transactionHash: Hex
  /** False: it reverted as a whole, except for its fee. */
  readonly success: boolean
  /** The revert reason in words: the contract's, from the receipt, else the bundler's; undefined for neither. */
  readonly reason: string | undefined
  /** The transaction's, with the logs of only this operation's calls. */
  readonly receipt: TransactionReceipt
}

/**
 * Returns the outcome of an operation by its hash; null while it is not on the chain. Fails as the reader, and with
 * CHAIN_UNREACHABLE for an invalid receipt.
 */
export const readOutcome = async (of: string, read: ChainReader): Promise<OperationOutcome | null> => {
  const said = await read('eth_getUserOperationReceipt', [of])
  if (said === null) return null
  const { receipt: named, reason: told } = parsed(bundlerReceipt, said)
  return await outcomeIn(named.transactionHash, of, read, told)
}

/** The number of blocks searched after an operation was signed: the range that nodes answer at once. */
const searchedBlocks = 10_000n

/**
 * The same without the bundler's answer: searches for the EntryPoint's event from a block on. Fails as the reader;
 * a failure leaves open whether it has happened.
 */
export const findOutcome = async (
  of: string,
  sinceBlock: bigint,
  read: ChainReader,
): Promise<OperationOutcome | null> => {
  const newest = BigInt(await read('eth_blockNumber', undefined))
  const last = sinceBlock + searchedBlocks - 1n
  // The node is behind the one that was asked before: its answer means nothing.
  if (newest < sinceBlock) throw new AppError('CHAIN_UNREACHABLE')
  const events = await read('eth_getLogs', [
    {
      address: smartAccountContracts.entryPoint,
      topics: [userOperationEventTopic, of],
      fromBlock: `0x${sinceBlock.toString(16)}`,
      toBlock: `0x${(newest < last ? newest : last).toString(16)}`,
    },
  ])
  for (const event of events) {
    const outcome = await outcomeIn(parsed(foundEvent, event).transactionHash, of, read, undefined)
    if (outcome !== null) return outcome
  }
  return null
}

const outcomeIn = async (
  transactionHash: string,
  of: string,
  read: ChainReader,
  told: unknown,
): Promise<OperationOutcome | null> => {
  const found = await read('eth_getTransactionReceipt', [transactionHash])
  if (found === null) return null
  const receipt = parsed(transactionReceipt, found)
  const own = ownLogs(receipt.logs, of)
  if (own === null || receipt.transactionHash.toLowerCase() !== transactionHash.toLowerCase()) return null
  return {
    transactionHash: receipt.transactionHash as Hex,
    success: own.success,
    reason: own.success ? undefined : (returnedBy(own.logs, of) ?? toldBy(told)),
    receipt: { ...receipt, logs: own.logs },
  }
}

/** The operations of a bundle follow each other, each closed by its event. */
const ownLogs = (logs: TransactionReceipt['logs'], of: string) => {
  const isEvent = (log: Log): boolean =>
    isOfEntryPoint(log, userOperationEventTopic) || isOfEntryPoint(log, executionTopic)
  const at = logs.findIndex((log) => isOfEntryPoint(log, userOperationEventTopic, of))
  const [, , success = ''] = /^0x([0-9a-fA-F]{64})([0-9a-fA-F]{64})/.exec(logs[at]?.data ?? '') ?? []
  if (success === '') return null
  const before = logs.slice(0, at).findLastIndex(isEvent)
  return { success: BigInt(`0x${success}`) === 1n, logs: logs.slice(before + 1, at) }
}

type Log = TransactionReceipt['logs'][number]

const isOfEntryPoint = ({ address, topics }: Log, topic: string, of = topics[1]): boolean =>
  address.toLowerCase() === smartAccountContracts.entryPoint.toLowerCase() &&
  topics[0] === topic &&
  topics[1]?.toLowerCase() === of?.toLowerCase()

/** Decodes the revert data of the operation's calls (a number, an offset of 64, a length, the bytes), in words. */
const returnedBy = (logs: readonly Log[], of: string): string | undefined => {
  const { data = '' } = logs.findLast((log) => isOfEntryPoint(log, revertTopic, of)) ?? {}
  const [, length = '', bytes = ''] =
    /^0x[0-9a-fA-F]{64}0{62}40([0-9a-fA-F]{64})((?:[0-9a-fA-F]{2})*)$/.exec(data) ?? []
  const digits = length === '' ? 0n : 2n * BigInt(`0x${length}`)
  return digits > BigInt(bytes.length) ? undefined : revertReason(`0x${bytes.slice(0, Number(digits))}`)
}

/** Bundlers return the contract's revert data, or their own words for it. */
const toldBy = (reason: unknown): string | undefined => {
  if (typeof reason !== 'string') return undefined
  if (!reason.startsWith('0x')) return plainReason(reason)
  return /^0x(?:[0-9a-fA-F]{2}){4,8192}$/.test(reason) ? revertReason(reason as Hex) : undefined
}

/** An invalid answer of a node or bundler counts as no answer. */
export const parsed = <schema extends z.ZodMiniType>(schema: schema, answer: unknown): z.output<schema> => {
  const result = z.safeParse(schema, answer)
  if (!result.success) throw new AppError('CHAIN_UNREACHABLE', { cause: result.error })
  return result.data
}
