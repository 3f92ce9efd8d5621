import { createApiClient, matchesOrigin, origins } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'

export type CheckOriginOptions = {
  apiUrl: string
  projectId: string
  sdkVersion: string
  /** This page's. */
  origin: string
}

/**
 * Ask the api whether a page of this origin may use the project's wallet.
 * Throws ORIGIN_NOT_ALLOWED, PROJECT_UNKNOWN, LIMIT_EXCEEDED, SERVICE_UNREACHABLE.
 */
export const checkOrigin = async ({ apiUrl, projectId, sdkVersion, origin }: CheckOriginOptions): Promise<void> => {
  const api = createApiClient({
    endpoints: { origins },
    apiUrl: new URL(apiUrl).origin,
    // No row of custody's is called from a page.
    custodyUrl: '',
    projectId,
    sdk: { st: 'latchkey', sv: sdkVersion },
  })
  const { allowedOrigins } = await api.call('origins', {})
  if (!matchesOrigin(allowedOrigins, origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}
