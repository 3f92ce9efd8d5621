import type { ApiClient, identity } from '@latchkey/api-client'

export type NameClient = ApiClient<{ identity: typeof identity }>

/** The name of an address that leads back to it; null where there is none. */
export type ReadName = (address: string) => Promise<string | null>

/** Letters that have no twins: a name in others could be taken for one that somebody knows. */
const plainName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Names as the service knows them. Fails as the service. */
export const readName =
  (client: NameClient, projectId: string): ReadName =>
  async (address) => {
    const { name } = await client.call('identity', { projectId, address })
    return name !== null && name.length <= 40 && plainName.test(name) ? name : null
  }
