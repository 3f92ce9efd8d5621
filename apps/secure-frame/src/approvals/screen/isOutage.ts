import { type AppError, type ErrorName, isAppError } from '@latchkey/protocol'

/** What lasts a moment and says nothing about what was asked. */
const outages: readonly ErrorName[] = ['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE', 'LIMIT_EXCEEDED', 'TIMEOUT']

export const isOutage = (error: AppError): boolean => outages.some((name) => isAppError(error, name))
