import type { Consult } from '../insights/insights.ts'
import type { Loaded } from '../screen/useLoaded.ts'
import type { Examined } from './examineSolana.ts'

/** Whom the account has dealt with, for the next time. That it cannot be kept is no matter for what was signed. */
export const rememberReceivers = (examined: Loaded<Examined>, consult: Consult | undefined): void => {
  if (examined.kind !== 'ready') return
  const receivers = [...new Set(examined.value.transactions.flatMap((each) => each.receivers))].slice(0, 64)
  if (receivers.length > 0) void consult?.('rememberAddresses', receivers).catch(() => undefined)
}
