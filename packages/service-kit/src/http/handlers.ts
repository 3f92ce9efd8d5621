import type { Authority, EndpointName, EndpointRequest, EndpointResponse, endpoints } from '@latchkey/api-client'
import type * as z from 'zod/mini'
import type { Claims } from '../keys/tokens.ts'
import type { ProvenDevice } from '../proof/deviceProof.ts'
import type { Reply } from './reply.ts'

type Row<name extends EndpointName> = (typeof endpoints)[name]

/** The facts known about a caller, depending on the row's credential. */
export type CallerOf<name extends EndpointName> = {
  /** Address of the connection's other end, or the one that a trusted proxy reports. */
  ipAddress: string
  userAgent: string
  /** The Origin header, already checked against the row; null outside browsers. */
  origin: string | null
} & (Row<name>['credential'] extends 'none' ? unknown : { device: ProvenDevice }) &
  (Row<name>['credential'] extends 'token'
    ? { token: Claims<Row<name>['authority'] extends 'custody' ? 'custodyToken' : 'accessToken'> }
    : unknown)

type Query<name extends EndpointName> =
  Row<name> extends { query: infer query extends z.ZodMiniType } ? z.output<query> : undefined

/** Rows without a credential may return their own status. */
type Answer<name extends EndpointName> =
  | EndpointResponse<name>
  | (Row<name>['credential'] extends 'none' ? Reply<EndpointResponse<name>> : never)

/** Handles a row whose request has been parsed and authenticated. AppErrors become their HTTP status. */
export type Handler<name extends EndpointName> = (
  request: z.output<Row<name>['request']>,
  caller: CallerOf<name>,
  query: Query<name>,
) => Promise<Answer<name>>

type NamesOf<authority extends Authority> = {
  [name in EndpointName]: Row<name>['authority'] extends authority ? name : never
}[EndpointName]

/** Exhaustive: a row without a handler does not compile. */
export type Handlers<authority extends Authority> = { [name in NamesOf<authority>]: Handler<name> }

export type { EndpointRequest }
