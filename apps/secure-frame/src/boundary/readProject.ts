import type { EndpointResponse } from '@latchkey/api-client'
import { t } from '@latchkey/copy/walletFrame'
import { AppError, isAppError } from '@latchkey/protocol'

/** Milliseconds between tries. */
const pauseMs = 1_000
/** The maximum number of tries: by then the page has timed out on the frame (20 s). */
const maxTries = 15

/** The service knows no such project, or no wallet at this document's origin, which is that of the call. */
type Refusal = 'PROJECT_UNKNOWN' | 'ORIGIN_NOT_ALLOWED'

/** Returns why the wallet does not answer, for the developer of the page. */
export const silenceWords = (refusal: Refusal | undefined, projectId: string, origin: string): string => {
  if (refusal === 'PROJECT_UNKNOWN') return t('silent.projectUnknown', { projectId })
  if (refusal === 'ORIGIN_NOT_ALLOWED') return t('silent.walletUnknown', { origin })
  return t('silent.originNotListed', { projectId })
}

/**
 * Reads the project from the service. The wallet itself requests it, so that no message can change it: the origins that may
 * embed it, and where its users confirm requests. A service that refuses allows no origins; `refusal` has its reason. While
 * the service can't be reached, the request is repeated; fails when that lasts.
 */
export const readProject = async (
  ask: () => Promise<EndpointResponse<'origins'>>,
  wait: (ms: number) => Promise<void>,
): Promise<EndpointResponse<'origins'> & { refusal?: Refusal }> => {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (isAppError(error, 'PROJECT_UNKNOWN') || isAppError(error, 'ORIGIN_NOT_ALLOWED'))
        return { allowedOrigins: [], refusal: error.name }
      if (tries === maxTries) throw AppError.from(error)
      await wait(pauseMs)
    }
  }
}
