import { smartAccountContracts } from '@latchkey/chains'
import { decodeEventLog, encodeEventTopics, type Hex, parseAbi } from 'viem'
import type { EvmLog } from '../indexer/evm/evmShapes.ts'
import type { OpenOperation } from './budgetStore.ts'

/** EntryPoint 0.7 (`IEntryPoint.sol`): emitted once for every operation that it has taken, also for one that failed. */
const abi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

/** Of the EntryPoint's logs, those that say what an operation has cost. */
export const costFilter = (operationHash: string) => ({
  address: smartAccountContracts.entryPoint,
  // Without what would say that the others may be anything.
  topics: encodeEventTopics({ abi, args: { userOpHash: operationHash as Hex } }).slice(0, 2),
})

/** What an operation has cost in wei, by the EntryPoint's own event of it among these logs; null when there is none. */
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
    // Another event, or one that is cut short.
    return null
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
