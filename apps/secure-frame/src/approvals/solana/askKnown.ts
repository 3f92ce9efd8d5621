import type { Consult } from '../insights/insights.ts'
import { inTime } from '../insights/inTime.ts'

/** Whom the account has dealt with before; undefined where nobody says so in time. Never fails. */
export const askKnown = async (consult: Consult | undefined): Promise<readonly string[] | undefined> =>
  (await inTime(() => consult?.('knownAddresses', null))) ?? undefined
