import * as z from 'zod/mini'
import type { Authority } from './endpoints/row.ts'

/**
 * Health checks for operators and monitoring, outside the endpoint table: no page calls them, they are for no project, and don't count
 * against limits. Everyone may read them, so they contain states and no reasons.
 */

/** Paths at which each authority reports its state on its own host name; inside the network also at `/ready`. */
export const readyPaths = { api: '/account/ready', custody: '/custody/ready' } as const satisfies Record<
  Authority,
  string
>

/**
 * The state of an authority. `parts`: the servers that it needs, and the chains that it serves, by CAIP-2. `unready`, with 503: calls
 * should not be routed here. `degraded`: a nonessential part is unavailable.
 */
export const readiness = z.object({
  status: z.enum(['ready', 'degraded', 'unready']),
  parts: z.record(z.string(), z.enum(['ok', 'away'])),
})
/** The parsed state of one authority. */
export type Readiness = z.output<typeof readiness>

/** Path at which the wallet origin reports the whole state. */
export const statusPath = '/status'

const partState = z.enum(['ok', 'degraded', 'away'])
/** The state of one part of a deployment. */
export type PartState = z.output<typeof partState>

/** The state of a deployment. `away`, with status 503: users can't sign in. `degraded`: a part doesn't work. */
export const deploymentStatus = z.object({ status: partState, parts: z.record(z.string(), partState) })
/** The parsed state of a whole deployment. */
export type DeploymentStatus = z.output<typeof deploymentStatus>
