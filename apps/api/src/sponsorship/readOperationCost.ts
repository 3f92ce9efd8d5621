/**
 * Finds the outcome of an operation that a project has promised to pay for.
 *
 * No party that gains by a wrong answer is trusted: a bundler names an operation's transaction, but whether it is there and its cost come
 * from the EntryPoint's event, in the receipt of a chain's node. Nodes show that it was not mined, once they have a block after its
 * deadline.
 */
import { type EvmAddress, smartAccountContracts } from '@latchkey/chains'
import { secondsLater, unixSeconds } from '@latchkey/service-kit/clock'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { type AskChain, parseAnswer } from '../chain/askChain.ts'
import { blockNumber, type EvmHeader, evmHeader, evmLogs, evmReceipt } from '../indexer/evm/evmShapes.ts'
import type { OpenOperation } from './budgetStore.ts'
import { costFilter, costInLogs } from './costInLogs.ts'

/** Chains' clocks differ from ours. */
const clockSeconds = 60

const getNonce = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

export type OperationCost = { costWei: bigint } | 'unused'

/** The most blocks per search for an operation, and the most searches: it was promised for minutes. */
const blocksAtOnce = 1_000
const maxSearches = 10

/** Returns the number of the newest block. Throws CHAIN_UNREACHABLE. */
export const readNewest = async (ask: AskChain): Promise<number> => {
  const [newest] = await ask(['eth_blockNumber', []])
  return parseAnswer(blockNumber, newest)
}

/**
 * Returns an operation's cost; `unused` when it was not mined and can't be any longer; null when that is open, or unknown. Throws
 * CHAIN_UNREACHABLE.
 */
export async function readOperationCost(
  ask: AskChain,
  operation: OpenOperation,
  now: Date,
): Promise<OperationCost | null> {
  const costWei = await readCost(ask, operation)
  if (costWei !== null) return { costWei }
  const { sender, nonce, validUntil, fromBlock } = operation
  if (secondsLater(validUntil, clockSeconds) > now) return null
  const [latest] = await ask(['eth_getBlockByNumber', ['latest', false]])
  const head = parseAnswer(evmHeader, latest)
  // A node that is behind does not know recently mined operations.
  if (head === null || !isOver(head, validUntil)) return null
  const data = encodeFunctionData({ abi: getNonce, args: [sender as EvmAddress, nonce >> 64n] })
  // Of exactly this block: another node may be behind the one that reported it.
  const at = { blockHash: head.hash, requireCanonical: true }
  const [next] = await ask(['eth_call', [{ to: smartAccountContracts.entryPoint, data }, at]])
  // If the sender's next nonce is still this one, nothing has used it.
  if (BigInt(parseAnswer(word, next)) <= nonce) return 'unused'
  return fromBlock === null ? null : searchFate(ask, { ...operation, fromBlock }, head.number)
}

/** Whether it can't be mined after this block. */
const isOver = ({ timestamp }: EvmHeader, validUntil: Date): boolean => timestamp > unixSeconds(validUntil)

/** Another operation, or this one, has used its nonce. All blocks in which it could be are searched for it. */
async function searchFate(
  ask: AskChain,
  operation: OpenOperation & { fromBlock: number },
  newest: number,
): Promise<OperationCost | null> {
  let from = operation.fromBlock
  for (let searches = 0; searches < maxSearches && from <= newest; searches++) {
    const to = Math.min(from + blocksAtOnce - 1, newest)
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    // In one batch, so that one node answers both: a node that lacks the last block may lack the others too.
    const [found, last] = await ask(
      ['eth_getLogs', [{ ...costFilter(operation.operationHash), ...range }]],
      ['eth_getBlockByNumber', [numberToHex(to), false]],
    )
    const logs = parseAnswer(evmLogs, found)
    const costWei = costInLogs(logs, operation)
    if (costWei !== null) return { costWei }
    const block = parseAnswer(evmHeader, last)
    // A node that returns unrequested logs isn't trusted when it returns none.
    if (logs.length > 0 || block?.number !== to) return null
    if (isOver(block, operation.validUntil)) return 'unused'
    from = to + 1
  }
  return null
}

const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
/** The bundler's own row has read it. */
const named = z.object({ receipt: z.object({ transactionHash: z.string() }) })

/** Null if the bundler names no transaction, or the named one does not contain the operation. */
async function readCost(ask: AskChain, operation: OpenOperation): Promise<bigint | null> {
  // An unreachable bundler delays nothing: after the deadline, only nodes are queried.
  const [said] = await ask(['eth_getUserOperationReceipt', [operation.operationHash]]).catch(() => [null])
  if (said === null) return null
  const { transactionHash } = parseAnswer(named, said).receipt
  const [found] = await ask(['eth_getTransactionReceipt', [transactionHash]])
  const receipt = parseAnswer(evmReceipt, found)
  if (receipt === null || receipt.transactionHash !== transactionHash.toLowerCase()) return null
  return costInLogs(receipt.logs, operation)
}
