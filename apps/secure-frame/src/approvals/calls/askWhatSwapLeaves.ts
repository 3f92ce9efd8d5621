import type { EvmAddress, SwapTerms } from '@latchkey/chains'
import type { Consult, InsightParams } from '../insights/insights.ts'
import { changesOf } from '../simulation/changesOf.ts'
import { allowanceCall, withoutApprovals } from './askWhatIsLeft.ts'

/**
 * A swap that brings a signature (EIP-2612) allows the exchange exactly what it takes, and few tokens tell in an event that it has been used up. So
 * whoever tries it is also asked what the exchange may take afterwards. Where that is nothing by the token's own word, and all of it has left the
 * account, no allowance is told; in any other case what the events say stands.
 *
 * @param exchange The contract that is called.
 */
export const askWhatSwapLeaves =
  (consult: Consult, account: EvmAddress, { give }: SwapTerms, exchange: EvmAddress): Consult =>
  async (name, params) => {
    if (name !== 'simulate' || give.asset === 'native') return await consult(name, params)
    const right = { token: give.asset, spender: exchange }
    const calls = params as InsightParams<'simulate'>
    const tried = await consult('simulate', [...calls, allowanceCall(account, right)])
    if (tried.kind === 'reverted' && tried.at === calls.length) return await consult(name, params)
    if (tried.kind !== 'ran') return tried as never
    const answer = tried.returned[calls.length] ?? null
    const hasLeft = changesOf(tried.logs, account).some(
      (change) => change.kind === 'amount' && change.asset === give.asset && change.amount === -give.amount,
    )
    const isUsed = answer !== null && BigInt(answer) === 0n && hasLeft
    const logs = isUsed ? withoutApprovals(tried.logs, account, right) : tried.logs
    return { ...tried, returned: tried.returned.slice(0, calls.length), logs } as never
  }
