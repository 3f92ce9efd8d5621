import type { Consult } from '../insights/insights.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { Examined } from './examineSolana.ts'

/** Wraps `approve` to remember the account's counterparties. A failure to store them is ignored. */
export const rememberReceivers =
  <result>(approve: (result: result) => void, examined: Loaded<Examined>, consult: Consult | undefined) =>
  (result: result): void => {
    const transactions = examined.kind === 'ready' ? examined.value.transactions : []
    const receivers = [...new Set(transactions.flatMap((each) => each.receivers))].slice(0, 64)
    if (receivers.length > 0) void consult?.('rememberAddresses', receivers).catch(() => undefined)
    approve(result)
  }
