import { type AppError, type ErrorName, isAppError } from '@latchkey/protocol'

/** Returns whether an error is temporary and not about the request itself. */
const outages: readonly ErrorName[] = ['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE', 'LIMIT_EXCEEDED', 'TIMEOUT']

export const isOutage = (error: AppError): boolean => outages.some((name) => isAppError(error, name))
