/**
 * What has become of an operation that a project has promised to pay for.
 *
 * Nobody who gains by a wrong answer is believed: a bundler says in which transaction an operation is, and whether it is there
 * and what it has cost, the EntryPoint's event says, in the receipt that a node of the chain has.
 */
import { type EvmAddress, smartAccountContracts } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import { encodeFunctionData, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { secondsLater } from '../../clock.ts'
import { evmReceipt } from '../../indexer/evm/evmShapes.ts'
import type { AskChain } from './askChain.ts'
import type { OpenOperation } from './budgetStore.ts'
import { costInLogs } from './costInLogs.ts'

/** The clocks of chains are not ours. */
const clockSeconds = 60

const getNonce = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

export type Fate = { costWei: bigint } | 'unused'

/**
 * What an operation has cost; `unused` when it was not mined and cannot be any more; null when that is open, or not known.
 * Throws CHAIN_UNREACHABLE.
 */
export async function readFate(ask: AskChain, operation: OpenOperation, now: Date): Promise<Fate | null> {
  const costWei = await readCost(ask, operation)
  if (costWei !== null) return { costWei }
  const { sender, nonce, validUntil } = operation
  if (secondsLater(validUntil, clockSeconds) > now) return null
  // A bundler forgets; the EntryPoint does not. When the sender's next nonce is this one still, nothing has used it.
  const data = encodeFunctionData({ abi: getNonce, args: [sender as EvmAddress, nonce >> 64n] })
  const [next] = await ask(['eth_call', [{ to: smartAccountContracts.entryPoint, data }, 'latest']])
  if (typeof next !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(next)) return null
  return BigInt(next) <= nonce ? 'unused' : null
}

/** The bundler's own row has read it. */
const named = z.object({ receipt: z.object({ transactionHash: z.string() }) })

/** Null where no transaction that the bundler names, if it names one, has the operation in it. */
async function readCost(ask: AskChain, operation: OpenOperation): Promise<bigint | null> {
  const [said] = await ask(['eth_getUserOperationReceipt', [operation.operationHash]])
  if (said === null) return null
  const { transactionHash } = read(named, said).receipt
  const [found] = await ask(['eth_getTransactionReceipt', [transactionHash]])
  const receipt = read(evmReceipt, found)
  if (receipt === null || receipt.transactionHash !== transactionHash.toLowerCase()) return null
  return costInLogs(receipt.logs, operation)
}

/** What is no answer to the question counts as none. */
function read<schema extends z.ZodMiniType>(schema: schema, answer: unknown): z.output<schema> {
  const parsed = tryParse(schema, answer)
  if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE', { cause: parsed.error })
  return parsed.data
}
