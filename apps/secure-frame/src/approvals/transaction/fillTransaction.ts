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

/** A transaction with every field that is signed, and what it may cost. Amounts in wei. */
export type FilledTransaction = {
  readonly unsigned: UnsignedTransaction
  /** The most the network can take for it. */
  readonly maxFeeWei: bigint
  /** Value and highest fee. */
  readonly totalWei: bigint
  readonly balanceWei: bigint
}

/**
 * Fill from the chain what the page left open: nonce, gas limit and fees in the network's own model. Says with
 * `balanceWei` what the account has; paying is the caller's question.
 *
 * Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE, EXECUTION_REVERTED (`details.reason`), INSUFFICIENT_FUNDS when the
 * node already says so, and as `planFees`.
 */
export const fillTransaction = async (
  request: EvmTransaction,
  network: EvmNetwork,
  read: ChainReader,
): Promise<FilledTransaction> => {
  const [nonce, gas, market, balanceWei] = await Promise.all([
    request.nonce ?? readNonce(request.from, read),
    request.gas ?? estimateGas(request, read),
    // The reader knows each method's own answer.
    readFeeMarket(network.feeModel, read as ReadFees),
    read('eth_getBalance', [request.from, 'latest']).then(BigInt),
  ])
  const fees = planFees(request, market, request.type)
  const unsigned = Object.freeze(completeTransaction(request, { chainId: network.id, nonce, gas, fees }))
  const maxFeeWei = worstCaseFee(unsigned.gas, fees)
  return Object.freeze({ unsigned, maxFeeWei, totalWei: unsigned.value + maxFeeWei, balanceWei })
}

/** The account's next nonce, what waits in the node's pool counted in. */
export const readNonce = async (address: string, read: ChainReader): Promise<number> =>
  Number(await read('eth_getTransactionCount', [address, 'pending']))

async function estimateGas(request: EvmTransaction, read: ChainReader): Promise<bigint> {
  const { from, to, value, data } = request
  const call = { from, ...(to === null ? {} : { to }), value: hex(value), ...(data === '0x' ? {} : { data }) }
  return gasLimitFor(BigInt(await read('eth_estimateGas', [call])))
}

const hex = (value: bigint): string => `0x${value.toString(16)}`
