import type { EndpointResponse } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'

/** Milliseconds between tries. */
const pauseMs = 1_000
/** Tries in all: by then the page has given up on the frame (20 s). */
const maxTries = 15

/**
 * What the service says of a project, asked for by the wallet itself, so that no message can change it: the origins that
 * may embed it, none for a project that nobody knows, and where its people decide. While the service cannot be reached it is asked again; fails when that lasts.
 */
export const readProject = async (
  ask: () => Promise<EndpointResponse<'origins'>>,
  wait: (ms: number) => Promise<void>,
): Promise<EndpointResponse<'origins'>> => {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (isAppError(error, 'PROJECT_UNKNOWN') || isAppError(error, 'ORIGIN_NOT_ALLOWED')) return { allowedOrigins: [] }
      if (tries === maxTries) throw AppError.from(error)
      await wait(pauseMs)
    }
  }
}
