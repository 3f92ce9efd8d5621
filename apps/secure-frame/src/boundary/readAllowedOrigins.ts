import { AppError, isAppError } from '@latchkey/protocol'

/** Milliseconds between tries. */
const pauseMs = 1_000
/** Tries in all: by then the page has given up on the frame (20 s). */
const maxTries = 15

/**
 * The origins that may embed this wallet, asked for by the wallet itself: no message can add one. Empty for a project
 * that nobody knows. While the service cannot be reached it is asked again; fails when that lasts.
 */
export const readAllowedOrigins = async (
  ask: () => Promise<{ allowedOrigins: readonly string[] }>,
  wait: (ms: number) => Promise<void>,
): Promise<readonly string[]> => {
  for (let tries = 1; ; tries++) {
    try {
      return (await ask()).allowedOrigins
    } catch (error) {
      if (isAppError(error, 'PROJECT_UNKNOWN') || isAppError(error, 'ORIGIN_NOT_ALLOWED')) return []
      if (tries === maxTries) throw AppError.from(error)
      await wait(pauseMs)
    }
  }
}
