import { matchesOrigin, origins } from '@latchkey/api-client'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

export type CheckOriginOptions = Backend & {
  /** The page's origin; `null` of a page in a sandboxed iframe, or of a local file. */
  origin: string
}

/** What a 4xx may say: a refusal, or that the page has asked too often or should ask again. */
const told: readonly ErrorName[] = [
  'ORIGIN_NOT_ALLOWED',
  'PROJECT_UNKNOWN',
  'RATE_LIMITED',
  'LIMIT_EXCEEDED',
  'SERVICE_UNREACHABLE',
]

/**
 * Ask the api whether a page of this origin may use the project's wallet. Any other 4xx counts as an empty list, which allows no page
 * (specification section 8). A 5xx, no answer, and a 200 that can't be read say nothing about the page: the error is thrown as it is.
 * An opaque origin is refused at once (`details.origin`). Throws ORIGIN_NOT_ALLOWED, PROJECT_UNKNOWN, RATE_LIMITED, LIMIT_EXCEEDED, SERVICE_UNREACHABLE, SERVICE_UNAVAILABLE, INTERNAL.
 */
export const checkOrigin = async ({ origin, ...backend }: CheckOriginOptions): Promise<void> => {
  if (origin === 'null') throw new AppError('ORIGIN_NOT_ALLOWED', { details: { origin } })
  let status = 0
  const ask: typeof fetch = async (...request) => {
    const response = await (backend.fetch ?? fetch)(...request)
    status = response.status
    return response
  }
  const api = createBackendClient({ ...backend, fetch: ask }, { origins })
  const { allowedOrigins } = await api.call('origins', {}).catch((thrown) => {
    if (status < 400 || status >= 500 || told.includes(AppError.from(thrown).name)) throw thrown
    return { allowedOrigins: [] }
  })
  if (!matchesOrigin(allowedOrigins, origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}
