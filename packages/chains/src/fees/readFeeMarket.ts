import type { FeeModel } from '../networks/network.ts'
import type { FeeMarket } from './planFees.ts'

/** The node methods that are called for fees; results as in EIP-1474. */
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

/** Reads current fees in the network's fee model. Throws what `read` throws. */
export async function readFeeMarket(feeModel: FeeModel, read: ReadFees): Promise<FeeMarket> {
  if (feeModel === 'legacy') return { gasPrice: BigInt(await read('eth_gasPrice', [])) }
  const [block, tip] = await Promise.all([
    read('eth_getBlockByNumber', ['latest', false]),
    read('eth_maxPriorityFeePerGas', []).then(BigInt),
  ])
  const baseFee = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  // The registry may be outdated if a network dropped EIP-1559, or a node may not support it: falls back to the gas price.
  if (typeof baseFee !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(baseFee)) {
    return { gasPrice: BigInt(await read('eth_gasPrice', [])) }
  }
  return { baseFeePerGas: BigInt(baseFee), priorityFeePerGas: tip }
}

/** A plain transfer to a wallet address costs exactly this; everything else is estimated. */
export const transferGas = 21_000n

/** Returns a gas limit for a node's estimate. A contract's cost may change until the transaction is mined, so a fifth is added. */
export const gasLimitFor = (estimate: bigint): bigint => (estimate <= transferGas ? estimate : estimate + estimate / 5n)
