import {
  completeTransaction,
  type EvmNetwork,
  type EvmTransaction,
  gasLimitFor,
  planFees,
  type ReadFees,
  readFeeMarket,
  type UnsignedTransaction,
  worstCaseFee,
} from '@latchkey/chains'
import type { ChainReader } from '../../chain/createChainReader.ts'

/** A transaction with every signed field, and its maximum cost. Amounts in wei. */
export type FilledTransaction = {
  readonly unsigned: UnsignedTransaction
  /** The maximum network fee. */
  readonly maxFeeWei: bigint
  /** The value plus the maximum fee. */
  readonly totalWei: bigint
  readonly balanceWei: bigint
}

/**
 * Fills what the page left open from the chain: nonce, gas limit and fees in the network's own model. Returns the account's
 * balance in `balanceWei`; the caller decides whether it is enough.
 *
 * Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE, EXECUTION_REVERTED (`details.reason`), INSUFFICIENT_FUNDS when the
 * node already reports it, and as `planFees`.
 */
export const fillTransaction = async (
  request: EvmTransaction,
  network: EvmNetwork,
  read: ChainReader,
): Promise<FilledTransaction> => {
  const [nonce, gas, market, balanceWei] = await Promise.all([
    request.nonce ?? readNonce(request.from, read),
    request.gas ?? estimateGas(request, read),
    // The reader knows the result type of each method.
    readFeeMarket(network.feeModel, read as ReadFees),
    read('eth_getBalance', [request.from, 'latest']).then(BigInt),
  ])
  const fees = planFees(request, market, request.type)
  const unsigned = Object.freeze(completeTransaction(request, { chainId: network.id, nonce, gas, fees }))
  const maxFeeWei = worstCaseFee(unsigned.gas, fees)
  return Object.freeze({ unsigned, maxFeeWei, totalWei: unsigned.value + maxFeeWei, balanceWei })
}

/** Returns the account's next nonce, including pending transactions in the node's pool. */
export const readNonce = async (address: string, read: ChainReader): Promise<number> =>
  Number(await read('eth_getTransactionCount', [address, 'pending']))

async function estimateGas(request: EvmTransaction, read: ChainReader): Promise<bigint> {
  const { from, to, value, data } = request
  const call = { from, ...(to === null ? {} : { to }), value: hex(value), ...(data === '0x' ? {} : { data }) }
  return gasLimitFor(BigInt(await read('eth_estimateGas', [call])))
}

const hex = (value: bigint): string => `0x${value.toString(16)}`
