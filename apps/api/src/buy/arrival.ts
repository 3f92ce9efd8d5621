/**
 * Requirements: that tokens have arrived, the chain says. A provider may name the transfer, and is believed when that transfer is there, is
 * newer than the purchase and pays this account in this token. Without a name, the account holds more than before, by the least that
 * counts. Something else that pays the account the same meanwhile counts too: the user has the amount either way.
 */
import { formatAmount, parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Address } from 'viem'
import type { Balances } from '../balances/createBalances.ts'
import { createAskChain, parseAnswer } from '../chain/askChain.ts'
import { decimalsOf } from '../chain/erc20Reads.ts'
import { readContracts } from '../chain/readContracts.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { blockNumber, evmReceiptWithStatus, evmTransaction } from '../indexer/evm/evmShapes.ts'
import { readTransfers } from '../indexer/evm/readLog.ts'
import type { Purchase } from './purchaseStore.ts'

export type ArrivalDeps = { rpcProxy: RpcProxy; balances: Balances }

/** More decimals than any token of ours has: amounts of one token are compared at the same scale. */
const scale = 36

type Account = Pick<Purchase, 'chainId' | 'address' | 'contract'>

/** What an account holds of a token, in whole tokens. Throws CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE, ADDRESS_INVALID. */
export async function readHeld({ balances }: ArrivalDeps, { chainId, address, contract }: Account): Promise<string> {
  const held = await balances.read({ address, chainId, isForced: true })
  const token = contract === null ? undefined : `${chainId}:${contract}`.toLowerCase()
  return held.find((each) => each.address?.toLowerCase() === token)?.quantity.numeric ?? '0'
}

/** The last block of an EVM chain; null elsewhere. Throws CHAIN_UNREACHABLE. */
export async function readBlock({ rpcProxy }: ArrivalDeps, chainId: string): Promise<bigint | null> {
  if (!chainId.startsWith('eip155:')) return null
  const [block] = await createAskChain(rpcProxy, chainId)(['eth_blockNumber', []])
  return BigInt(parseAnswer(blockNumber, block))
}

/** What has arrived, in whole tokens, and by which transfer where that is known; null while nothing has. Throws as `readHeld`. */
export async function readArrival(
  deps: ArrivalDeps,
  purchase: Purchase,
): Promise<{ amount: string; txHash: string | null } | null> {
  const { chainId, txHash, minimum, heldBefore } = purchase
  if (txHash !== null && chainId.startsWith('eip155:')) {
    const amount = await readPaid(deps, purchase, txHash)
    return amount === null ? null : { amount, txHash }
  }
  const held = await readHeld(deps, purchase)
  const more = parseAmount(held, scale) - parseAmount(heldBefore, scale)
  return more > 0n && more >= parseAmount(minimum, scale) ? { amount: formatAmount(more, scale), txHash } : null
}

const coinDecimals = 18

/** Returns what a later transaction has paid the account, in whole tokens; null while it is pending, and if it failed or paid the account nothing. */
export async function readPaid(
  { rpcProxy }: ArrivalDeps,
  { chainId, address, contract, blockBefore }: Pick<Purchase, 'chainId' | 'address' | 'contract' | 'blockBefore'>,
  hash: string,
): Promise<string | null> {
  const [found, sent] = await createAskChain(rpcProxy, chainId)(
    ['eth_getTransactionReceipt', [hash]],
    ['eth_getTransactionByHash', [hash]],
  )
  const receipt = parseAnswer(evmReceiptWithStatus, found)
  if (receipt?.status !== 1 || BigInt(receipt.blockNumber) <= (blockBefore ?? 0n)) return null
  const account = address.toLowerCase()
  if (contract === null) {
    // Only of a transaction that has a receipt: a pending one is in no block.
    const transaction = parseAnswer(evmTransaction, sent)
    const units = transaction.to === account ? transaction.value : 0n
    return units > 0n ? formatAmount(units, coinDecimals) : null
  }
  const units = receipt.logs
    .flatMap(readTransfers)
    .filter((each) => each.contract === contract.toLowerCase() && each.to === account && each.tokenId === undefined)
    .reduce((sum, { amount }) => sum + amount, 0n)
  if (units === 0n) return null
  const [decimals] = await readContracts(rpcProxy, chainId, [decimalsOf(contract as Address)])
  if (decimals === undefined) throw new AppError('CHAIN_UNREACHABLE')
  return formatAmount(units, decimals)
}
