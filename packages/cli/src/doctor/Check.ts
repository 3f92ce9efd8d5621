import type { Deployment } from '../deployment/Deployment.ts'
import type { Finding } from '../deployment/Finding.ts'

/** One of the checks, in the order in which they are printed. */
export type Check = {
  readonly area: string
  /** Never rejects, whatever the deployment does. */
  run(deployment: Deployment): Promise<readonly Finding[]>
}
