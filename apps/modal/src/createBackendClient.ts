import { type ApiClient, type ApiClientOptions, createApiClient, type EndpointRow } from '@latchkey/api-client'

/** The api of this page's project. `fetch`: the browser's own when absent. */
export type Backend = { apiUrl: string; projectId: string; sdkVersion: string; fetch?: typeof fetch }

/**
 * Creates an api client for the rows that one part of the modal calls. `memory` caches responses for as long as their rows allow; without
 * it each call makes a request.
 */
export const createBackendClient = <const rows extends Record<string, EndpointRow>>(
  { apiUrl, projectId, sdkVersion, fetch }: Backend,
  endpoints: rows,
  memory?: ApiClientOptions<rows>['memory'],
): ApiClient<rows> =>
  createApiClient({
    endpoints,
    apiUrl: new URL(apiUrl).origin,
    // A page calls no row of custody's.
    custodyUrl: '',
    projectId,
    sdk: { st: 'latchkey', sv: sdkVersion },
    ...(memory !== undefined && { memory }),
    ...(fetch !== undefined && { fetch }),
  })
