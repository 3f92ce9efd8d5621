import { failedBody } from '@latchkey/api-client'
import { type AppError, catalogue } from '@latchkey/protocol/errors'

/** A failure over HTTP: the catalogue's status, the sentence for people, and the error as every boundary carries it. */
export function failureResponse(error: AppError, status: number = catalogue[error.name].http): Response {
  const mayPass = error.name === 'RATE_LIMITED' || status === 503
  const headers = mayPass ? { 'Retry-After': String(error.details.seconds ?? 1) } : undefined
  return Response.json(failedBody(error), { status, ...(headers === undefined ? {} : { headers }) })
}
