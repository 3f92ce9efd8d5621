import type { ApiClient, identity } from '@latchkey/api-client'

export type NameClient = ApiClient<{ identity: typeof identity }>

/** Returns the name of an address that resolves back to it; null where there is none. */
export type ReadName = (address: string) => Promise<string | null>

/** Letters without lookalikes: a name in other letters could pass for one that the user knows. */
const plainName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Reads names from the service. Fails as the service. */
export const readName =
  (client: NameClient, projectId: string): ReadName =>
  async (address) => {
    const { name } = await client.call('identity', { projectId, address })
    return name !== null && name.length <= 40 && plainName.test(name) ? name : null
  }
