import { setTimeout } from 'node:timers/promises'
import { createApiClient, endpoints, walletProjectId } from '@latchkey/api-client'
import type { FrameAddresses, ProjectOrigins } from '@latchkey/document-server'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SealingKeys } from '@latchkey/vault/server'
import { rememberBriefly } from './rememberBriefly.ts'

/** How long one answer of a service may take, in milliseconds. */
const patienceMs = 5_000
/** How long a service that cannot be reached is asked again. The page around the wallet waits 20 s. In milliseconds. */
const outageMs = 12_000
const pauseMs = 500
/** How long a change of a project's pages may take to be seen, in milliseconds. */
const originsLifeMs = 10_000
const keysLifeMs = 60_000
const maxProjects = 10_000

const { origins, apiKeys, custodyKeys } = endpoints

const once = () => ({ idempotent: false, signal: AbortSignal.timeout(patienceMs) })

/**
 * A service that restarts is asked again until it answers: a document that says "not available" stays in the visitor's
 * page until they try again by hand.
 */
const throughOutages = async <answer>(ask: () => Promise<answer>, limitMs: number): Promise<answer> => {
  const end = Date.now() + limitMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isDown = isAppError(error, 'SERVICE_UNREACHABLE') || isAppError(error, 'ABORTED')
      if (!isDown || Date.now() >= end) throw error
      await setTimeout(pauseMs)
    }
  }
}

export type ServiceOptions = {
  /** How long a service that cannot be reached is asked again, in milliseconds. */
  outageLimitMs?: number
}

/**
 * Asks the api, and remembers for a moment. Rejects with SERVICE_UNREACHABLE when the api stays away. Of the wallet's own
 * project nobody is asked: nobody else may embed what is shown for it.
 */
export const readProjectOrigins = (
  { walletOrigin, apiUrl, custodyUrl }: FrameAddresses,
  { outageLimitMs = outageMs }: ServiceOptions = {},
): ProjectOrigins =>
  rememberBriefly(
    async (projectId) => {
      if (projectId === walletProjectId) return [walletOrigin]
      const client = createApiClient({ endpoints: { origins }, apiUrl, custodyUrl, projectId })
      try {
        return (await throughOutages(() => client.call('origins', {}, once()), outageLimitMs)).allowedOrigins
      } catch (error) {
        // INVALID_PARAMS: no project has such an id.
        if (isAppError(error, 'PROJECT_UNKNOWN') || isAppError(error, 'INVALID_PARAMS')) return null
        throw error
      }
    },
    { lifeMs: originsLifeMs, maxEntries: maxProjects },
  )

/** Asks both authorities for the keys that the vault seals to, and remembers them for a while. */
export const readSealingKeys = (
  { apiUrl, custodyUrl }: FrameAddresses,
  { outageLimitMs = outageMs }: ServiceOptions = {},
): SealingKeys => {
  const client = createApiClient({ endpoints: { apiKeys, custodyKeys }, apiUrl, custodyUrl, projectId: '' })
  const read = rememberBriefly(
    async () => {
      const [api, custody] = await Promise.all([
        throughOutages(() => client.call('apiKeys', {}, once()), outageLimitMs),
        throughOutages(() => client.call('custodyKeys', {}, once()), outageLimitMs),
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
