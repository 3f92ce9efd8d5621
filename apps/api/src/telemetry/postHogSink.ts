import { createHash } from 'node:crypto'
import { uuidOf } from '@latchkey/api-client'
import { describeCause, type Log } from '@latchkey/service-kit/log'
import type { TelemetryEvent, TelemetrySink } from './TelemetrySink.ts'

const timeoutMs = 8_000
/** The most batches in transit. Further ones are dropped: a slow server must not hold the api's memory. */
const maxAtOnce = 16

/** The same for the same event, so that the server recognizes a repeated one. */
const idOf = ({ projectId, eventId }: TelemetryEvent): string =>
  uuidOf(
    createHash('sha256')
      .update(JSON.stringify([projectId, eventId]))
      .digest(),
    8,
  )

/** Each event has a separate user id: nothing links two of them. */
const toPostHog = (event: TelemetryEvent) => {
  const { projectId, name, page, address, properties, happenedAt } = event
  const uuid = idOf(event)
  return {
    event: name,
    uuid,
    timestamp: happenedAt.toISOString(),
    properties: {
      ...properties,
      ...(address !== null && { address }),
      ...(page !== null && { $current_url: page }),
      project: projectId,
      distinct_id: uuid,
      $process_person_profile: false,
      $geoip_disable: true,
    },
  }
}

/**
 * Forwards events to a server with PostHog's capture API, in the background. Rejected events are lost: one log line reports the failure,
 * and one the recovery.
 */
export function createPostHogSink(
  { url, key }: { url: string; key: string },
  { fetch, log }: { fetch: typeof globalThis.fetch; log: Log },
): TelemetrySink {
  let underWay = 0
  let isFailing = false
  const note = (failure: unknown) => {
    const isNew = isFailing !== (failure !== null)
    isFailing = failure !== null
    if (!isNew) return
    if (failure === null) log({ level: 'info', event: 'telemetry passed on again', authority: 'api' })
    else log({ level: 'error', event: 'telemetry not passed on', authority: 'api', cause: describeCause(failure) })
  }
  const post = async (events: readonly TelemetryEvent[]): Promise<void> => {
    const response = await fetch(`${url}/batch/`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ api_key: key, batch: events.map(toPostHog) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
  }
  return {
    async take(events) {
      if (underWay >= maxAtOnce) return note(new Error('the server is too slow'))
      underWay++
      void post(events)
        .then(() => note(null), note)
        .finally(() => {
          underWay--
        })
    },
  }
}
