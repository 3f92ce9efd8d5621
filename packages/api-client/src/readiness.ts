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
export type Readiness = z.output<typeof readiness>

/** Where the wallet origin says how all of it is doing. */
export const statusPath = '/status'

const partState = z.enum(['ok', 'degraded', 'away'])
export type PartState = z.output<typeof partState>

/** How a deployment is doing. `away`, with 503: nobody can sign in. `degraded`: some of it does not work. */
export const deploymentStatus = z.object({ status: partState, parts: z.record(z.string(), partState) })
export type DeploymentStatus = z.output<typeof deploymentStatus>
