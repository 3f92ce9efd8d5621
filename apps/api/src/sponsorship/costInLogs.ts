import { smartAccountContracts } from '@latchkey/chains'
import { decodeEventLog, encodeEventTopics, type Hex, parseAbi } from 'viem'
import type { EvmLog } from '../indexer/evm/evmShapes.ts'
import type { OpenOperation } from './budgetStore.ts'

/** EntryPoint 0.7 (`IEntryPoint.sol`): emitted once for every operation that it has executed, also for a failed one. */
const abi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

/** Returns the filter for the EntryPoint's logs of an operation's cost. */
export const costFilter = (operationHash: string) => ({
  address: smartAccountContracts.entryPoint,
  // Drops the topics that would match anything.
  topics: encodeEventTopics({ abi, args: { userOpHash: operationHash as Hex } }).slice(0, 2),
})

/** Returns an operation's cost in wei, from the EntryPoint's own event among these logs; null when there is none. */
export function costInLogs(
  logs: readonly EvmLog[],
  operation: Pick<OpenOperation, 'operationHash' | 'sender' | 'nonce'>,
): bigint | null {
  for (const log of logs) {
    if (!isSame(log.address, smartAccountContracts.entryPoint)) continue
    const event = eventOf(log)
    if (event === null || !isSame(event.userOpHash, operation.operationHash)) continue
    if (isSame(event.sender, operation.sender) && event.nonce === operation.nonce) return event.actualGasCost
  }
  return null
}

const eventOf = ({ topics, data }: EvmLog) => {
  try {
    return decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data: data as Hex }).args
  } catch {
    // Another event, or a truncated one.
    return null
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
