import type * as z from 'zod/mini'
import { dappEndpoints } from './dappEndpoints.ts'
import type { EndpointRow } from './endpoints/row.ts'
import { serverEndpoints } from './serverEndpoints.ts'
import { walletEndpoints } from './walletEndpoints.ts'

/**
 * Every HTTP call there is. Client, routes and documentation are derived from this table. The rows stand in files of
 * their own, so that a page which calls one of them does not load the shapes of the others.
 */
export const endpoints = { ...dappEndpoints, ...serverEndpoints, ...walletEndpoints } as const satisfies Record<
  string,
  EndpointRow
>

/** The name of a row, such as `emailStart`. It isn't sent: the row's method and path are. */
export type EndpointName = keyof typeof endpoints
/** What a caller passes to a row, before it is parsed. */
export type EndpointRequest<name extends EndpointName> = z.input<(typeof endpoints)[name]['request']>
/** What a row answers, parsed. */
export type EndpointResponse<name extends EndpointName> = z.output<(typeof endpoints)[name]['response']>
