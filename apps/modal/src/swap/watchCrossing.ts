/**
 * Watches a swap to another network.
 *
 * Requirements: the exchange's report isn't enough for it to have arrived. It names a transaction; a node of the other network must have
 * that, after the swap was sent, with a transfer of at least the minimum of the token to the account.
 */
import { AppError } from '@latchkey/protocol'
import type { NetworkId } from '../Modal.ts'
import { readWith } from '../send/evmCalls.ts'
import { isSameAddress } from '../send/isSameAddress.ts'
import type { Services } from '../services.ts'
import type { KeptCrossing } from './keptCrossing.ts'
import type { SwapApi } from './SwapApi.ts'

/**
 * `sending`: not in a block yet. `reverted`: it failed on its own network. `crossing`: pending. `arrived`: confirmed on the other network.
 * `unconfirmed`: only reported by the exchange, not shown by the other network. `refunded`, `failed`: as reported by the exchange. `units`:
 * the amount that arrived, `txHash`: of the payout.
 */
export type CrossingState =
  | { readonly kind: 'sending' | 'reverted' | 'crossing' | 'unconfirmed' | 'failed' }
  | { readonly kind: 'refunded'; readonly txHash: string | null }
  | { readonly kind: 'arrived'; readonly txHash: string; readonly units: bigint }

/** The maximum difference between the clocks of a device and a network, in milliseconds. */
const apartMs = 600_000
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Ask = Services['askNode']

/** Throws as the node of its network and the api do; that of the other network being away is `unconfirmed`. */
export const watchCrossing = async (crossing: KeptCrossing, api: SwapApi, ask: Ask): Promise<CrossingState> => {
  const { from, to, sourceHash } = crossing
  const sent = await readReceipt(ask, from, sourceHash)
  if (sent === null) return { kind: 'sending' }
  if (sent.status !== '0x1') return { kind: 'reverted' }
  const { state, txHash } = await api.status(sourceHash, from, to)
  if (state === 'pending') return { kind: 'crossing' }
  if (state === 'refunded') return { kind: 'refunded', txHash }
  if (state === 'failed') return { kind: 'failed' }
  const units = txHash === null ? null : await arrivedUnits(ask, crossing, txHash).catch(() => null)
  return txHash === null || units === null ? { kind: 'unconfirmed' } : { kind: 'arrived', txHash, units }
}

/** Returns the amount that a transaction of the other network transferred to the account, in base units; null where that isn't the swap. */
const arrivedUnits = async (ask: Ask, crossing: KeptCrossing, txHash: string): Promise<bigint | null> => {
  const { to, token, address, minimum, atMs } = crossing
  const receipt = await readReceipt(ask, to, txHash)
  if (receipt === null || receipt.status !== '0x1') return null
  const block = await readFrom(ask, to)('eth_getBlockByNumber', [receipt.blockNumber, false])
  // No number, where there is no block or time.
  const minedMs = Number(block?.timestamp) * 1000
  if (!(minedMs >= atMs - apartMs)) return null
  const account = address.slice(2).toLowerCase().padStart(64, '0')
  const units = receipt.logs.reduce((sum, { address: contract, topics, data }) => {
    const isTransfer =
      topics.length === 3 &&
      topics[0] === transferTopic &&
      topics[2]?.toLowerCase() === `0x${account}` &&
      /^0x[0-9a-f]{64}$/i.test(data)
    return isTransfer && isSameAddress(contract, token) ? sum + BigInt(data) : sum
  }, 0n)
  return units >= BigInt(minimum) ? units : null
}

const readFrom = (ask: Ask, network: NetworkId) =>
  readWith({ ask: (method, params) => ask(network, { method, params }) })

type Log = { address: string; topics: readonly string[]; data: string }
type Receipt = { status: '0x0' | '0x1'; blockNumber: `0x${string}`; logs: readonly Log[] }

const isHex = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)
const isLog = ({ address, topics, data }: Partial<Log>): boolean =>
  isHex(address) && Array.isArray(topics) && topics.every(isHex) && (data === '0x' || isHex(data))
const isReceipt = (value: object): value is Receipt => {
  const { status, blockNumber, logs } = value as Partial<Receipt>
  const isOver = status === '0x0' || status === '0x1'
  return isOver && isHex(blockNumber) && Array.isArray(logs) && logs.every((log) => isLog(log ?? {}))
}

/** Null while the transaction is in no block. Throws CHAIN_UNREACHABLE, also for an invalid response. */
const readReceipt = async (ask: Ask, network: NetworkId, hash: string): Promise<Receipt | null> => {
  const receipt = await readFrom(ask, network)('eth_getTransactionReceipt', [hash as `0x${string}`])
  if (receipt !== null && !isReceipt(receipt)) throw new AppError('CHAIN_UNREACHABLE')
  return receipt
}
