/**
 * Whether a Solana transaction is the swap that its page says the user has agreed to.
 *
 * Requirements: as `assessSwap`. What the transaction itself says is judged by `findSolanaSwapFault`; here beside it what trying it has shown. No
 * more leaves than was shown, beside the network's fee and what new accounts hold; at least the minimum arrives; nothing else of the account's
 * leaves, and no right over an account of its goes to anyone.
 */
import {
  findSolanaSwapFault,
  parseSolanaAddress,
  type SolanaSwapFault,
  type SolanaSwapTerms,
  wrappedSolMint,
} from '@latchkey/chains'
import { type ExaminedTransaction, feesOf } from '../solana/examineSolana.ts'

/** `untried`: no node could try it, which may pass. `less`: it would bring less than was shown. */
export type SolanaSwapStop = SolanaSwapFault | 'untried' | 'less'

/** What new accounts may hold together, in lamports: those of a token each way, with room for extensions. */
const maxRent = 10_000_000n

/**
 * Why it must not be confirmed; null when it is the swap. One that fails when it is tried has its own words.
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
  // SOL and its wrapped form are one: a swap turns one into the other on its way.
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
