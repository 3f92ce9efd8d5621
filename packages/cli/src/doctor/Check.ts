import type { Deployment } from '../deployment/Deployment.ts'
import type { Finding } from '../deployment/Finding.ts'

/** One of the things that are looked at, in the order in which they are printed. */
export type Check = {
  readonly area: string
  /** Never rejects for what the deployment does. */
  run(deployment: Deployment): Promise<readonly Finding[]>
}
