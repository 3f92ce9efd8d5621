/**
 * Checks whether a Solana transaction is the swap that, according to its page, the user agreed to.
 *
 * Requirements: as `assessSwap`. `findSolanaSwapFault` checks the transaction itself; this module checks its simulation. No more leaves
 * than was shown, besides the network's fee and the rent of new accounts; at least the minimum arrives; nothing else of the account leaves,
 * and no right over one of its token accounts goes to anyone.
 */
import {
  findSolanaSwapFault,
  parseSolanaAddress,
  type SolanaSwapFault,
  type SolanaSwapTerms,
  wrappedSolMint,
} from '@latchkey/chains'
import { type ExaminedTransaction, feesOf } from '../solana/examineSolana.ts'

/** `untried`: no node could simulate it, which may pass. `less`: it would return less than was shown. */
export type SolanaSwapStop = SolanaSwapFault | 'untried' | 'less'

/** The maximum rent of new accounts together, in lamports: those of a token each way, with room for extensions. */
const maxRent = 10_000_000n

/**
 * Returns why it must not be confirmed; null when it is the swap. One whose simulation fails has separate words.
 *
 * @param exchanges those of the cluster, as the operator lists them.
 */
export const assessSolanaSwap = (
  examined: ExaminedTransaction,
  terms: SolanaSwapTerms,
  own: string,
  exchanges: readonly string[],
): SolanaSwapStop | null => {
  const { transaction, tried } = examined
  const fault = findSolanaSwapFault(transaction, terms, parseSolanaAddress(own), (one) => exchanges.includes(one))
  if (fault !== null) return fault
  if (tried.kind === 'unavailable') return 'untried'
  if (tried.kind === 'failed') return null
  if (tried.givesClosing) return 'allowance'
  const { give, get } = terms
  // SOL and its wrapped form count as one: a swap converts between them on its way.
  const moved = new Map<string, bigint>()
  for (const change of tried.changes) {
    if (change.kind !== 'sol' && change.kind !== 'token') return 'allowance'
    const asset = change.kind === 'sol' || change.mint === wrappedSolMint ? 'native' : change.mint
    moved.set(asset, (moved.get(asset) ?? 0n) + (change.kind === 'sol' ? change.lamports : change.amount))
  }
  const costs = feesOf([examined], own) + (tried.rent < maxRent ? tried.rent : maxRent)
  for (const [asset, amount] of moved) {
    const withCosts = asset === 'native' ? amount + costs : amount
    if (asset === give.asset ? withCosts < -give.amount : withCosts < 0n)
      return asset === give.asset ? 'amount' : 'more'
  }
  const received = (moved.get(get.asset) ?? 0n) + (get.asset === 'native' ? costs : 0n)
  return received < get.minimum ? 'less' : null
}
