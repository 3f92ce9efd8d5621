import type { EndpointName } from '@latchkey/api-client'
import { serverRows } from '@latchkey/api-client/serverRows'

/** The rows of the table, and where providers send people back: no row, since no client calls it. */
export type RatedName = EndpointName | 'socialCallback'

/** Calls a minute by row. */
export type Rates = Readonly<Record<RatedName, number>>

/** The rates of the rows (`serverRows.ts` of the api client). */
export const defaultRates: Rates = {
  ...(Object.fromEntries(Object.entries(serverRows).map(([name, { perMinute }]) => [name, perMinute])) as Record<
    EndpointName,
    number
  >),
  socialCallback: 60,
}
