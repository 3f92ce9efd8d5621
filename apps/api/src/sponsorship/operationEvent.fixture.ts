import { smartAccountContracts } from '@latchkey/chains'
import { encodeAbiParameters, type Hex, pad, parseAbiParameters } from 'viem'
import type { EvmLog } from '../indexer/evm/evmShapes.ts'

export type LandedOperation = { operationHash: string; sender: string; nonce: bigint; costWei: bigint }

const content = parseAbiParameters('uint256, bool, uint256, uint256')

/** Returns EntryPoint 0.7's event for an operation, in a transaction of the same hash. */
export const operationEvent = ({ operationHash, sender, nonce, costWei }: LandedOperation): EvmLog => ({
  address: smartAccountContracts.entryPoint.toLowerCase(),
  topics: [
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    operationHash.toLowerCase(),
    pad(sender.toLowerCase() as Hex),
    pad(`0x${'9a'.repeat(20)}`),
  ],
  data: encodeAbiParameters(content, [nonce, true, costWei, 1n]),
  blockHash: pad('0xb1'),
  transactionHash: operationHash.toLowerCase(),
})
