import { matchesOrigin, origins } from '@latchkey/api-client'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

export type CheckOriginOptions = Backend & {
  /** The page's origin. */
  origin: string
}

/** A rejection, and temporary failures: rate limits, and a server that is unreachable or answers with 5xx. */
const told: readonly ErrorName[] = [
  'ORIGIN_NOT_ALLOWED',
  'PROJECT_UNKNOWN',
  'RATE_LIMITED',
  'LIMIT_EXCEEDED',
  'SERVICE_UNREACHABLE',
]

/**
 * Asks the api whether a page of this origin may use the project's wallet. Any other failed response counts as an empty list, which allows
 * no page (specification section 8). Throws ORIGIN_NOT_ALLOWED, PROJECT_UNKNOWN, RATE_LIMITED, LIMIT_EXCEEDED, SERVICE_UNREACHABLE.
 */
export const checkOrigin = async ({ origin, ...backend }: CheckOriginOptions): Promise<void> => {
  const api = createBackendClient(backend, { origins })
  const { allowedOrigins } = await api.call('origins', {}).catch((thrown) => {
    if (told.includes(AppError.from(thrown).name)) throw thrown
    return { allowedOrigins: [] }
  })
  if (!matchesOrigin(allowedOrigins, origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}
