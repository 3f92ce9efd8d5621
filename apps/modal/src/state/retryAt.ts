import { type AppError, isAppError } from '@latchkey/protocol'
import type { Getter } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

/**
 * When to ask again: a service that says how long to wait is believed. Milliseconds since 1970; 0 for an error that says
 * nothing of it.
 */
export const retryAt = (get: Getter, error: AppError): number => {
  const { seconds } = error.details
  return isAppError(error, 'RATE_LIMITED') && typeof seconds === 'number'
    ? get(servicesAtom).clock.now() + seconds * 1000
    : 0
}
