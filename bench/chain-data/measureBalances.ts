import { median } from '../statistics/median.ts'
import { percentile } from '../statistics/percentile.ts'
import type { Place } from './startPlace.ts'

const cachedAsks = 300
const warmUps = 5

const aimsMs = { cached: 5, uncached: 300 }

/** Measures the balances of an account with so many tokens, as a table. */
export async function measureBalances({ apiUrl, chainId, projectId, tokens }: Place): Promise<string[][]> {
  let callers = 0
  const ask = async (holder: string, isForced: boolean): Promise<number> => {
    const query = new URLSearchParams({ projectId, currency: 'usd', chainId, ...(isForced && { forceUpdate: 'true' }) })
    const caller = ++callers
    const startedMs = performance.now()
    const response = await fetch(`${apiUrl}/v1/account/${holder}/balance?${query}`, {
      headers: { 'X-Forwarded-For': `10.0.${caller >> 8}.${caller & 255}` },
    })
    const { balances } = (await response.json()) as { balances: unknown[] }
    const tookMs = performance.now() - startedMs
    if (balances.length !== tokens.list.length + 1) throw new Error(`${balances.length} balances were told`)
    return tookMs
  }
  const measure = async (count: number, isForced: boolean): Promise<number[]> => {
    const times: number[] = []
    for (let round = -warmUps; round < count; round++) {
      // Forced reads of one account share a result for 3 s.
      const holder = (isForced ? tokens.holders[round + warmUps] : undefined) ?? tokens.holders[0]
      const tookMs = await ask(holder, isForced)
      if (round >= 0) times.push(tookMs)
    }
    return times
  }
  const rowOf = (title: string, times: readonly number[], aimMs: number): string[] => [
    title,
    `${median(times).toFixed(1)} ms`,
    `${percentile(times, 0.95).toFixed(1)} ms`,
    `${aimMs} ms`,
    (median(times) / aimMs).toFixed(2),
  ]
  const uncached = await measure(tokens.holders.length - warmUps, true)
  const cached = await measure(cachedAsks, false)
  return [
    [`balances of ${tokens.list.length} tokens`, 'median', 'p95', 'aim', 'of aim'],
    rowOf('cached', cached, aimsMs.cached),
    rowOf('read anew', uncached, aimsMs.uncached),
  ]
}
