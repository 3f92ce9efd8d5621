import { createApiClient, endpoints } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SealingKeys } from './createVaultApp.ts'
import type { FrameAddresses, ProjectOrigins } from './FrameAddresses.ts'
import { rememberBriefly } from './rememberBriefly.ts'

/** How long a service may take to answer before the page says that it is not available, in milliseconds. */
const patienceMs = 5_000
/** How long a change of a project's pages may take to be seen, in milliseconds. */
const originsLifeMs = 10_000
const keysLifeMs = 60_000
const maxProjects = 10_000

const { origins, apiKeys, custodyKeys } = endpoints

/** One try, soon over: a person waits, and the page has a button for another one. */
const once = () => ({ idempotent: false, signal: AbortSignal.timeout(patienceMs) })

/** Asks the api, and remembers for a moment. */
export const readProjectOrigins = ({ apiUrl, custodyUrl }: FrameAddresses): ProjectOrigins =>
  rememberBriefly(
    async (projectId) => {
      const client = createApiClient({ endpoints: { origins }, apiUrl, custodyUrl, projectId })
      try {
        return (await client.call('origins', {}, once())).allowedOrigins
      } catch (error) {
        // INVALID_PARAMS: no project has such an id.
        if (isAppError(error, 'PROJECT_UNKNOWN') || isAppError(error, 'INVALID_PARAMS')) return null
        throw error
      }
    },
    { lifeMs: originsLifeMs, maxEntries: maxProjects },
  )

/** Asks both authorities for the keys that the vault seals to, and remembers them for a while. */
export const readSealingKeys = ({ apiUrl, custodyUrl }: FrameAddresses): SealingKeys => {
  const client = createApiClient({ endpoints: { apiKeys, custodyKeys }, apiUrl, custodyUrl, projectId: '' })
  const read = rememberBriefly(
    async () => {
      const [api, custody] = await Promise.all([
        client.call('apiKeys', {}, once()),
        client.call('custodyKeys', {}, once()),
      ])
      // Shares must never be sealed to the wrong one, and both halves never to one and the same.
      if (api.authority !== 'api' || custody.authority !== 'custody' || api.hpkePublicKey === custody.hpkePublicKey) {
        throw new AppError('INTERNAL')
      }
      return { apiHpkePublicKey: api.hpkePublicKey, custodyHpkePublicKey: custody.hpkePublicKey }
    },
    { lifeMs: keysLifeMs, maxEntries: 1 },
  )
  return () => read('')
}
