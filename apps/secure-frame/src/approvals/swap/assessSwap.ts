/**
 * Checks whether a request is the swap that, according to its page, the user agreed to.
 *
 * Requirements: neither the page nor the API that built the calls is trusted. The tokens go to the account, through an exchange on the
 * operator's list; exactly the shown amount is given, at least the shown amount comes back, and the exchange may spend no more than that.
 * The calls have been simulated, with the same result. Anything else stops the request with a message.
 */
import { type EvmAddress, findSwapFault, type SwapFault, type SwapTerms, toChecksumAddress } from '@latchkey/chains'
import type { Change } from '../simulation/changesOf.ts'
import type { Planned, Tried } from '../transaction/gatherInsight.ts'

/** `untried`: no node could simulate it, which may pass. `fails`: its simulation reverts. `less`: it would return less than was shown. */
export type SwapStop = SwapFault | 'untried' | 'fails' | 'less'

export type SwapFacts = {
  planned: readonly Planned[]
  terms: SwapTerms
  account: EvmAddress
  /** The exchanges of this network that the operator lists. */
  routers: readonly string[]
  tried: Tried
  /** Milliseconds since 1970. */
  nowMs: number
}

/** Returns why the request must not be confirmed; null when it is the swap. */
export const assessSwap = ({ planned, terms, account, routers, tried, nowMs }: SwapFacts): SwapStop | null => {
  const known = new Set(routers.map(toChecksumAddress))
  const calls = planned.flatMap(({ request: { to, value }, transaction: { effects } }) =>
    to === null ? [] : [{ to, value, effects }],
  )
  if (calls.length !== planned.length) return 'more'
  const fault = findSwapFault(calls, terms, account, (address) => known.has(address), nowMs)
  if (fault !== null) return fault
  if (tried.kind === 'unavailable') return 'untried'
  if (tried.kind === 'reverted') return 'fails'
  const kinds = calls.map(({ effects }) => effects[0]?.kind)
  return faultOfChanges(tried.changes, terms, known, kinds.includes('swap') || kinds.includes('bridge'))
}

const faultOfChanges = (
  changes: readonly Change[],
  { give, get }: SwapTerms,
  routers: ReadonlySet<EvmAddress>,
  swaps: boolean,
): SwapStop | null => {
  // Arrivals on another network can't be simulated: only the calls promise the minimum there.
  const isHere = get.network === undefined
  let received = 0n
  for (const change of changes) {
    if (change.kind === 'allowance') {
      // Some tokens report what is left of an allowance, others only that it was given.
      const isExact = change.amount === give.amount || change.amount === 0n
      if (change.token !== give.asset || !routers.has(change.spender) || !isExact) return 'allowance'
    } else if (change.kind !== 'amount') return 'more'
    else if (swaps && isHere && change.asset === get.asset) received = change.amount
    else if (change.amount < 0n && !(swaps && change.asset === give.asset && change.amount === -give.amount))
      return change.asset === give.asset && swaps ? 'amount' : 'more'
  }
  return swaps && isHere && received < get.minimum ? 'less' : null
}
