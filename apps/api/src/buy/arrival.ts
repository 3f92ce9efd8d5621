/**
 * Requirements: only the chain decides whether tokens have arrived. A provider may name the transfer; it counts if it exists, is newer than
 * the purchase and pays this account in this token. Without a named transfer, a token on an EVM network needs one transfer to the account,
 * newer than the purchase, of at least the minimum. Where chains have no such events, for coins and on other networks, the account's
 * balance must have grown by the minimum. Another payment to the account, of as much or more, counts too: the account has the amount either
 * way.
 */
import { formatAmount, parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { type Address, numberToHex } from 'viem'
import type { Balances } from '../balances/createBalances.ts'
import { createAskChain, parseAnswer } from '../chain/askChain.ts'
import { decimalsOf } from '../chain/erc20Reads.ts'
import { readContracts } from '../chain/readContracts.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import {
  blockNumber,
  type EvmLog,
  evmHeader,
  evmLogs,
  evmReceiptWithStatus,
  evmTransaction,
} from '../indexer/evm/evmShapes.ts'
import { eventTopics, readTransfers, topicOf } from '../indexer/evm/readLog.ts'
import type { Purchase } from './purchaseStore.ts'

export type ArrivalDeps = { rpcProxy: RpcProxy; balances: Balances; cache: SharedCache }

/** `amount`: in whole tokens. `txHash`: null where no transfer is known. `isWhole`: whether the amount is at least the minimum. */
export type Arrival = { amount: string; txHash: string | null; isWhole: boolean }

/** More decimals than any listed token has: amounts of one token are compared at the same scale. */
const scale = 36

type Account = Pick<Purchase, 'chainId' | 'address' | 'contract'>

/** Returns an account's balance of a token, in whole tokens. Throws CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE, ADDRESS_INVALID. */
export async function readHeld(
  { balances }: Pick<ArrivalDeps, 'balances'>,
  { chainId, address, contract }: Account,
): Promise<string> {
  const held = await balances.read({ address, chainId, isForced: true })
  const token = contract === null ? undefined : `${chainId}:${contract}`.toLowerCase()
  return held.find((each) => each.address?.toLowerCase() === token)?.quantity.numeric ?? '0'
}

/** Returns the last block of an EVM chain; null elsewhere. Throws CHAIN_UNREACHABLE. */
export async function readBlock({ rpcProxy }: Pick<ArrivalDeps, 'rpcProxy'>, chainId: string): Promise<bigint | null> {
  if (!chainId.startsWith('eip155:')) return null
  const [block] = await createAskChain(rpcProxy, chainId)(['eth_blockNumber', []])
  return BigInt(parseAnswer(blockNumber, block))
}

/** Compares decimal amounts of one token. */
export const isAtLeast = (amount: string, minimum: string): boolean =>
  parseAmount(amount, scale) >= parseAmount(minimum, scale)

/**
 * Returns what has arrived; null while nothing has. Throws as `readHeld`.
 *
 * @param isCounted whether another purchase has arrived by this transfer.
 */
export async function readArrival(
  deps: ArrivalDeps,
  purchase: Purchase,
  isCounted: (txHash: string) => Promise<boolean>,
): Promise<Arrival | null> {
  const { txHash, contract, minimum, heldBefore, blockBefore } = purchase
  if (blockBefore !== null && txHash !== null) {
    const amount = await readPaid(deps, purchase, txHash)
    return amount === null ? null : { amount, txHash, isWhole: isAtLeast(amount, minimum) }
  }
  if (blockBefore !== null && contract !== null)
    return findTransfer(deps, { ...purchase, contract, blockBefore }, isCounted)
  const held = await readHeld(deps, purchase)
  const more = parseAmount(held, scale) - parseAmount(heldBefore, scale)
  if (more <= 0n || more < parseAmount(minimum, scale)) return null
  return { amount: formatAmount(more, scale), txHash, isWhole: true }
}

const blocksAtOnce = 1_000
const maxSearches = 10
/** The number of newest blocks to read again: the chain may still replace them. */
const unsettledBlocks = 64
const cursorLifeMs = 24 * 60 * 60_000

/**
 * Finds the smallest sufficient transfer that no other purchase has claimed. Resumes where the last call stopped. Throws CHAIN_UNREACHABLE.
 */
async function findTransfer(
  { rpcProxy, cache }: ArrivalDeps,
  {
    purchaseId,
    chainId,
    address,
    contract,
    minimum,
    blockBefore,
  }: Purchase & { contract: string; blockBefore: bigint },
  isCounted: (txHash: string) => Promise<boolean>,
): Promise<Arrival | null> {
  const [newest, decimals] = await Promise.all([
    readBlock({ rpcProxy }, chainId).then(Number),
    readDecimals(rpcProxy, chainId, contract),
  ])
  const ask = createAskChain(rpcProxy, chainId)
  const topics = [eventTopics.transfer, null, topicOf(address.toLowerCase())]
  const cursor = `transfers ${purchaseId}`
  const known = await cache.get(cursor)
  let from = Math.max(Number(blockBefore) + 1, Number.isSafeInteger(known) ? (known as number) : 0)
  for (let searches = 0; searches < maxSearches && from <= newest; searches++) {
    const to = Math.min(from + blocksAtOnce - 1, newest)
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    // In one batch, so that one node answers both: a node that lacks the last block may lack the others too.
    const [found, last] = await ask(
      ['eth_getLogs', [{ address: contract, topics, ...range }]],
      ['eth_getBlockByNumber', [range.toBlock, false]],
    )
    const logs = parseAnswer(evmLogs, found)
    if (parseAnswer(evmHeader, last)?.number !== to) throw new AppError('CHAIN_UNREACHABLE')
    const whole = logs
      .map((log) => ({ txHash: log.transactionHash, units: paidIn([log], { address, contract }) }))
      .filter(({ units }) => units > 0n && isAtLeast(formatAmount(units, decimals), minimum))
      .toSorted((one, other) => (one.units < other.units ? -1 : 1))
    for (const { txHash, units } of whole)
      if (!(await isCounted(txHash))) return { amount: formatAmount(units, decimals), txHash, isWhole: true }
    from = to + 1
    await cache.put(cursor, Math.min(from, newest - unsettledBlocks), cursorLifeMs)
  }
  return null
}

/** Sums what events pay an account of a token, in its smallest unit. */
const paidIn = (logs: readonly EvmLog[], { address, contract }: { address: string; contract: string }): bigint =>
  logs
    .flatMap(readTransfers)
    .filter(
      (each) =>
        each.contract === contract.toLowerCase() && each.to === address.toLowerCase() && each.tokenId === undefined,
    )
    .reduce((sum, { amount }) => sum + amount, 0n)

async function readDecimals(rpcProxy: RpcProxy, chainId: string, contract: string): Promise<number> {
  const [decimals] = await readContracts(rpcProxy, chainId, [decimalsOf(contract as Address)])
  if (decimals === undefined) throw new AppError('CHAIN_UNREACHABLE')
  return decimals
}

const coinDecimals = 18

/** Returns what a later transaction has paid the account, in whole tokens; null while it is pending, and if it failed or paid the account nothing. */
export async function readPaid(
  { rpcProxy }: Pick<ArrivalDeps, 'rpcProxy'>,
  { chainId, address, contract, blockBefore }: Pick<Purchase, 'chainId' | 'address' | 'contract' | 'blockBefore'>,
  hash: string,
): Promise<string | null> {
  const [found, sent] = await createAskChain(rpcProxy, chainId)(
    ['eth_getTransactionReceipt', [hash]],
    ['eth_getTransactionByHash', [hash]],
  )
  const receipt = parseAnswer(evmReceiptWithStatus, found)
  if (receipt?.status !== 1 || BigInt(receipt.blockNumber) <= (blockBefore ?? 0n)) return null
  if (contract === null) {
    // Only of a transaction that has a receipt: a pending one is in no block.
    const transaction = parseAnswer(evmTransaction, sent)
    const units = transaction.to === address.toLowerCase() ? transaction.value : 0n
    return units > 0n ? formatAmount(units, coinDecimals) : null
  }
  const units = paidIn(receipt.logs, { address, contract })
  return units === 0n ? null : formatAmount(units, await readDecimals(rpcProxy, chainId, contract))
}
