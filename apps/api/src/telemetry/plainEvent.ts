import { createHash, randomUUID } from 'node:crypto'
import type { EndpointRequest } from '@latchkey/api-client'
import type { TelemetryEvent } from './TelemetrySink.ts'

const maxProperties = 24
const maxText = 256
const maxPage = 512
/** A beacon may wait in a browser that is offline. Older times are replaced by this age. */
const oldestMs = 86_400_000

/** Text that PostgreSQL takes, on one line: well-formed, without control characters. */
const plainText = (text: string): string =>
  text
    .slice(0, maxText)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')

/** Keeps flat values of well-named properties: texts, cut to 256 characters, numbers and booleans. */
function plainProperties(properties: Readonly<Record<string, unknown>> = {}): TelemetryEvent['properties'] {
  const kept = Object.entries(properties).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (!/^[A-Za-z]\w{0,63}$/.test(name)) return []
    if (typeof value === 'string') return [[name, plainText(value)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(kept.slice(0, maxProperties))
}

/** Origin and path of a web page's address; null for any other address. */
function plainPage(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  const { protocol, origin, pathname } = new URL(address)
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, maxPage) : null
}

const plainTime = (claimed: unknown, now: Date): Date => {
  const nowMs = now.getTime()
  return new Date(typeof claimed === 'number' ? Math.min(nowMs, Math.max(nowMs - oldestMs, claimed)) : nowMs)
}

/** Returns the stored form of one event of a batch. */
export const plainEvent = (
  { eventId, url, timestamp, props }: EndpointRequest<'sendEvents'>[number],
  { projectId, keepsAddresses, now }: { projectId: string; keepsAddresses: boolean; now: Date },
): TelemetryEvent => ({
  projectId,
  eventId: plainText(eventId),
  name: plainText(props.event),
  page: plainPage(url),
  address: keepsAddresses && props.address !== undefined ? plainText(props.address) : null,
  properties: plainProperties(props.properties),
  happenedAt: plainTime(timestamp, now),
})

/** Returns the stored form of an error report. Its stack isn't: it shows the page's own code. */
export const plainErrorReport = (
  { event, properties: { errorType, errorMessage, timestamp } }: EndpointRequest<'sendErrorReport'>,
  { projectId, origin, now }: { projectId: string; origin: string | null; now: Date },
): TelemetryEvent => ({
  projectId,
  // It has no id. The same error of the same millisecond is the same report, sent again.
  eventId:
    timestamp === undefined
      ? randomUUID()
      : createHash('sha256')
          .update(JSON.stringify([origin, event, errorType, errorMessage, timestamp]))
          .digest('base64url'),
  name: 'error',
  page: plainPage(origin),
  address: null,
  properties: plainProperties({ event, errorType, errorMessage }),
  happenedAt: plainTime(timestamp, now),
})
