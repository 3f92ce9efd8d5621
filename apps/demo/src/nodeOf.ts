import { deployment } from './deployment.ts'

/** A node of a network (CAIP-2), reached through the api. */
export const nodeOf = (network: string): string =>
  `${deployment.apiUrl}/v1?${new URLSearchParams({ chainId: network, projectId: deployment.projectId })}`
