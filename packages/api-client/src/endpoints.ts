import type * as z from 'zod/mini'
import { dappEndpoints } from './dappEndpoints.ts'
import type { EndpointRow } from './endpoints/row.ts'
import { serverEndpoints } from './serverEndpoints.ts'
import { walletEndpoints } from './walletEndpoints.ts'

/**
 * All HTTP calls. Client, routes and documentation are derived from this table. Rows are in separate files, so that a page that calls one
 * doesn't load the schemas of the others.
 */
export const endpoints = { ...dappEndpoints, ...serverEndpoints, ...walletEndpoints } as const satisfies Record<
  string,
  EndpointRow
>

/** The name of a row, such as `emailStart`. It isn't sent: the row's method and path are. */
export type EndpointName = keyof typeof endpoints
/** The request that a caller passes to a row, before it is parsed. */
export type EndpointRequest<name extends EndpointName> = z.input<(typeof endpoints)[name]['request']>
/** A row's parsed response. */
export type EndpointResponse<name extends EndpointName> = z.output<(typeof endpoints)[name]['response']>
