/**
 * What has become of an operation that a project has promised to pay for.
 *
 * Nobody who gains by a wrong answer is believed: a bundler says in which transaction an operation is, and whether it is there
 * and what it has cost, the EntryPoint's event says, in the receipt that a node of the chain has. That it was not mined is told
 * by nodes, once they have a block after the time in which it could be.
 */
import { type EvmAddress, smartAccountContracts } from '@latchkey/chains'
import { secondsLater, unixSeconds } from '@latchkey/service-kit/clock'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { type AskChain, parseAnswer } from '../chain/askChain.ts'
import { blockNumber, type EvmHeader, evmHeader, evmLogs, evmReceipt } from '../indexer/evm/evmShapes.ts'
import type { OpenOperation } from './budgetStore.ts'
import { costFilter, costInLogs } from './costInLogs.ts'

/** The clocks of chains are not ours. */
const clockSeconds = 60

const getNonce = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

export type OperationCost = { costWei: bigint } | 'unused'

/** How many blocks are searched for an operation at once, and how often: it was promised for minutes. */
const blocksAtOnce = 1_000
const maxSearches = 10

/** The number of the newest block. Throws CHAIN_UNREACHABLE. */
export const readNewest = async (ask: AskChain): Promise<number> => {
  const [newest] = await ask(['eth_blockNumber', []])
  return parseAnswer(blockNumber, newest)
}

/**
 * What an operation has cost; `unused` when it was not mined and cannot be any more; null when that is open, or not known.
 * Throws CHAIN_UNREACHABLE.
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
  // A node that is behind knows nothing of what was mined in the meantime.
  if (head === null || !isOver(head, validUntil)) return null
  const data = encodeFunctionData({ abi: getNonce, args: [sender as EvmAddress, nonce >> 64n] })
  // Of this very block: another node may be behind the one that has told it.
  const at = { blockHash: head.hash, requireCanonical: true }
  const [next] = await ask(['eth_call', [{ to: smartAccountContracts.entryPoint, data }, at]])
  // When the sender's next nonce is this one still, nothing has used it.
  if (BigInt(parseAnswer(word, next)) <= nonce) return 'unused'
  return fromBlock === null ? null : searchFate(ask, { ...operation, fromBlock }, head.number)
}

/** Whether nobody can have had it mined after this block. */
const isOver = ({ timestamp }: EvmHeader, validUntil: Date): boolean => timestamp > unixSeconds(validUntil)

/** Something has used its nonce. Whether that was it is looked for in all blocks that it could have been in. */
async function searchFate(
  ask: AskChain,
  operation: OpenOperation & { fromBlock: number },
  newest: number,
): Promise<OperationCost | null> {
  let from = operation.fromBlock
  for (let searches = 0; searches < maxSearches && from <= newest; searches++) {
    const to = Math.min(from + blocksAtOnce - 1, newest)
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    // Together, so that one node answers both: without the last block it may not have the others either.
    const [found, last] = await ask(
      ['eth_getLogs', [{ ...costFilter(operation.operationHash), ...range }]],
      ['eth_getBlockByNumber', [numberToHex(to), false]],
    )
    const logs = parseAnswer(evmLogs, found)
    const costWei = costInLogs(logs, operation)
    if (costWei !== null) return { costWei }
    const block = parseAnswer(evmHeader, last)
    // A node that answers with what was not asked for is not believed when it has nothing.
    if (logs.length > 0 || block?.number !== to) return null
    if (isOver(block, operation.validUntil)) return 'unused'
    from = to + 1
  }
  return null
}

const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
/** The bundler's own row has read it. */
const named = z.object({ receipt: z.object({ transactionHash: z.string() }) })

/** Null where no transaction that the bundler names, if it names one, has the operation in it. */
async function readCost(ask: AskChain, operation: OpenOperation): Promise<bigint | null> {
  // One that is away keeps nothing back: once its time is over, the nodes alone tell.
  const [said] = await ask(['eth_getUserOperationReceipt', [operation.operationHash]]).catch(() => [null])
  if (said === null) return null
  const { transactionHash } = parseAnswer(named, said).receipt
  const [found] = await ask(['eth_getTransactionReceipt', [transactionHash]])
  const receipt = parseAnswer(evmReceipt, found)
  if (receipt === null || receipt.transactionHash !== transactionHash.toLowerCase()) return null
  return costInLogs(receipt.logs, operation)
}
