import type { FeeModel } from '../networks/network.ts'
import type { FeeMarket } from './planFees.ts'

/** What is asked of a node for fees; answers as EIP-1474 writes them. */
export type FeeReads = {
  eth_gasPrice: string
  eth_maxPriorityFeePerGas: string
  eth_getBlockByNumber: unknown
}
/** Sends one JSON-RPC request to a node. Rejects when the node can't be reached or returns an error. */
export type ReadFees = <method extends keyof FeeReads>(
  method: method,
  params: readonly unknown[],
) => Promise<FeeReads[method]>

/** What the network charges now, in its own fee model. Throws what `read` throws. */
export async function readFeeMarket(feeModel: FeeModel, read: ReadFees): Promise<FeeMarket> {
  if (feeModel === 'legacy') return { gasPrice: BigInt(await read('eth_gasPrice', [])) }
  const [block, tip] = await Promise.all([
    read('eth_getBlockByNumber', ['latest', false]),
    read('eth_maxPriorityFeePerGas', []).then(BigInt),
  ])
  const baseFee = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  // The registry may be behind a network that has gone back, or a node may not know: ask for the plain price.
  if (typeof baseFee !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(baseFee)) {
    return { gasPrice: BigInt(await read('eth_gasPrice', [])) }
  }
  return { baseFeePerGas: BigInt(baseFee), priorityFeePerGas: tip }
}

/** A transfer of coins to a person costs exactly this; everything else is estimated. */
export const transferGas = 21_000n

/** A gas limit for what the node estimates. What a contract does may change until it is mined: a fifth more is left for it. */
export const gasLimitFor = (estimate: bigint): bigint => (estimate <= transferGas ? estimate : estimate + estimate / 5n)
