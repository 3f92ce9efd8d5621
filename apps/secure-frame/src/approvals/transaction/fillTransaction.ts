import {
  completeTransaction,
  type EvmNetwork,
  type EvmTransaction,
  type FeeMarket,
  planFees,
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

/** A simple transfer costs exactly this; everything else is estimated. */
const transferGas = 21_000n

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
    readFeeMarket(network, read),
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
  const estimate = BigInt(await read('eth_estimateGas', [call]))
  // What a contract does may change until the transaction is mined: leave it a fifth more.
  return estimate <= transferGas ? estimate : estimate + estimate / 5n
}

async function readFeeMarket({ feeModel }: EvmNetwork, read: ChainReader): Promise<FeeMarket> {
  if (feeModel === 'legacy') return { gasPrice: BigInt(await read('eth_gasPrice', [])) }
  const [block, tip] = await Promise.all([
    read('eth_getBlockByNumber', ['latest', false]),
    read('eth_maxPriorityFeePerGas', []).then(BigInt),
  ])
  const baseFee = block?.baseFeePerGas
  // The registry may be behind a network that has gone back, or a node may not know: ask for the plain price.
  if (typeof baseFee !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(baseFee)) {
    return { gasPrice: BigInt(await read('eth_gasPrice', [])) }
  }
  return { baseFeePerGas: BigInt(baseFee), priorityFeePerGas: tip }
}

const hex = (value: bigint): string => `0x${value.toString(16)}`
