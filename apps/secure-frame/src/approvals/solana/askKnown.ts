import type { Consult } from '../insights/insights.ts'
import { inTime } from '../insights/inTime.ts'

/** Returns the account's earlier counterparties; undefined if there is no answer in time. Never fails. */
export const askKnown = async (consult: Consult | undefined): Promise<readonly string[] | undefined> =>
  (await inTime(() => consult?.('knownAddresses', null))) ?? undefined
