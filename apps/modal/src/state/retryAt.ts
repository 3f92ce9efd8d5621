import { type AppError, isAppError } from '@latchkey/protocol'
import type { Getter } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

/** Returns when to retry, from the wait that a service gives. Milliseconds since 1970; 0 for an error without one. */
export const retryAt = (get: Getter, error: AppError): number => {
  const { seconds } = error.details
  return isAppError(error, 'RATE_LIMITED') && typeof seconds === 'number'
    ? get(servicesAtom).clock.now() + seconds * 1000
    : 0
}
