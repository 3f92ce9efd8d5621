import { catalogue, type ErrorName } from '@latchkey/protocol/errors'
import { type Alert, codeOf } from '../alerts.ts'
import type { ModalEvent } from '../Modal.ts'

/** A reported error: names and messages of the catalogue. It contains nothing from the page, the user or a wallet. */
export type ErrorReport = { event: string; errorType: string; errorMessage: string }

const maxReports = 5
const withinMs = 60_000

/** Creates a limiter of 5 reports in any 60 s. It returns whether another one may go. */
export function createReportLimit(now: () => number): () => boolean {
  let sentAt: number[] = []
  return () => {
    sentAt = sentAt.filter((atMs) => now() - atMs < withinMs)
    return sentAt.length < maxReports && sentAt.push(now()) > 0
  }
}

const reportOf = (event: string, errorType: ErrorName, reason = ''): ErrorReport => ({
  event,
  errorType,
  errorMessage: `${catalogue[errorType].message}${reason && ` (${reason})`}`,
})

/** A user's decision isn't an error. */
const isDecision = (name: string): boolean => name === 'USER_REJECTED' || name === 'ABORTED'

/** Returns the report of an event that is a failure; undefined for any other event. */
export const reportOfEvent = (event: ModalEvent): ErrorReport | undefined =>
  'error' in event && Object.hasOwn(catalogue, event.error) && !isDecision(event.error)
    ? reportOf(event.type, event.error as ErrorName)
    : undefined

/** Returns the report of a wallet frame that didn't load, or didn't answer; undefined for any other alert. */
export const reportOfAlert = ({ key }: Alert): ErrorReport | undefined => {
  const code = codeOf(key)
  if (code === 'APKT003') return reportOf('iframe_load_failed', 'FRAME_LOAD_FAILED', key.split('.')[1])
  return code === 'APKT004' ? reportOf('iframe_request_timeout', 'TIMEOUT') : undefined
}
