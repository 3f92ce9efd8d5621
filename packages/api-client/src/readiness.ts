import * as z from 'zod/mini'
import type { Authority } from './endpoints/row.ts'

/**
 * What operators and what watches for them ask, beside the endpoint table: no page calls it, it names no project, and limits don't count
 * it. Everyone may read it, so it has states and no reasons.
 */

/** Where each authority says at its own host name how it is doing; inside the network also at `/ready`. */
export const readyPaths = { api: '/account/ready', custody: '/custody/ready' } as const satisfies Record<
  Authority,
  string
>

/**
 * How an authority is doing. `parts`: the servers that it needs, and the chains that it serves, by CAIP-2. `unready`, with 503: calls
 * should not come here. `degraded`: a part that not everything needs is away.
 */
export const readiness = z.object({
  status: z.enum(['ready', 'degraded', 'unready']),
  parts: z.record(z.string(), z.enum(['ok', 'away'])),
})
/** The parsed state of one authority. */
export type Readiness = z.output<typeof readiness>

/** Where the wallet origin says how all of it is doing. */
export const statusPath = '/status'

const partState = z.enum(['ok', 'degraded', 'away'])
/** The state of one part of a deployment. */
export type PartState = z.output<typeof partState>

/** The state of a deployment. `away`, with status 503: users can't sign in. `degraded`: a part doesn't work. */
export const deploymentStatus = z.object({ status: partState, parts: z.record(z.string(), partState) })
/** The parsed state of a whole deployment. */
export type DeploymentStatus = z.output<typeof deploymentStatus>
