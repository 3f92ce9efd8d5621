import { matchesOrigin, origins } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

export type CheckOriginOptions = Backend & {
  /** This page's. */
  origin: string
}

/**
 * Ask the api whether a page of this origin may use the project's wallet.
 * Throws ORIGIN_NOT_ALLOWED, PROJECT_UNKNOWN, LIMIT_EXCEEDED, SERVICE_UNREACHABLE.
 */
export const checkOrigin = async ({ origin, ...backend }: CheckOriginOptions): Promise<void> => {
  const api = createBackendClient(backend, { origins })
  const { allowedOrigins } = await api.call('origins', {})
  if (!matchesOrigin(allowedOrigins, origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}
