import type { Authority } from '@latchkey/api-client'
import type { AppError } from '@latchkey/protocol/errors'
import { DependencyAway } from '../dependencies/createDependency.ts'
import { describeCause, type Log } from '../log.ts'
import { Overloaded } from './createAdmission.ts'

/** A completed request. `startedAt`: from `performance.now()`. `error`: null if it succeeded. */
export type AnsweredRequest = {
  authority: Authority
  route: string
  startedAt: number
  status: number
  error: AppError | null
}

/** Logs a request: a fault as `error` with its cause, a shed request as `warn`, and any other as `info`. */
export function logRequest(log: Log, { startedAt, error, ...request }: AnsweredRequest): void {
  log({
    level: isFault(error) ? 'error' : isShed(error) ? 'warn' : 'info',
    event: 'request',
    ...request,
    durationMs: Math.round(performance.now() - startedAt),
    ...(error === null ? {} : { error: error.name }),
    ...(isFault(error) ? { cause: describeCause(error.cause) } : {}),
  })
}

/** Errors that the operator has to investigate. */
const isFault = (error: AppError | null): error is AppError =>
  error?.name === 'INTERNAL' ||
  (error?.name === 'SERVICE_UNAVAILABLE' && !isShed(error)) ||
  error?.name === 'PROVIDER_UNAVAILABLE'

/** Rejected because a dependency is unavailable, which logs its own line, or because of overload. */
const isShed = (error: AppError | null): boolean =>
  error?.cause instanceof DependencyAway || error?.cause instanceof Overloaded
