/**
 * Requirements: no events are accepted unless the operator has turned telemetry on, and nothing is stored that a page must not send: no
 * network address, no browser, no query of a page's address, no stack, and accounts' addresses only where the operator wants them. A flood
 * must not fill the disk.
 *
 * Design: the rows are open to all pages of a project, so limits on one network and one project come before any work. The stored size of an
 * event is bounded (`plainEvent`). A rejected batch is lost; pages don't send it again.
 */
import type { EndpointRequest } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import type { Log } from '@latchkey/service-kit/log'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { plainErrorReport, plainEvent } from './plainEvent.ts'
import { createPostHogSink } from './postHogSink.ts'
import type { TelemetrySink } from './TelemetrySink.ts'
import { createDatabaseSink } from './TelemetrySink.ts'
import type { TelemetrySettings } from './telemetrySettings.ts'

/** Null: off. */
export type Telemetry = { sink: TelemetrySink; keepsAddresses: boolean } | null

export const openTelemetry = (
  settings: TelemetrySettings | null,
  deps: { database: Database; fetch: typeof globalThis.fetch; log: Log },
): Telemetry =>
  settings && {
    keepsAddresses: settings.keepsAddresses,
    sink: settings.sink === 'database' ? createDatabaseSink(deps.database) : createPostHogSink(settings, deps),
  }

export type TelemetryDeps = { telemetry: Telemetry; limiter: RateLimiter; clock: Clock }
type RequestContext = { ipAddress: string; origin: string | null }

/** Throws NOT_ENABLED, RATE_LIMITED, TOO_LARGE. */
async function admit(
  { telemetry, limiter }: TelemetryDeps,
  { ipAddress }: RequestContext,
  projectId: string,
  count: number,
): Promise<NonNullable<Telemetry>> {
  if (telemetry === null) throw new AppError('NOT_ENABLED')
  const caller = { ipAddress, projectId }
  for (const limit of ['eventsPerNetworkHour', 'eventsPerProjectDay'] as const) await limiter.take(limit, caller, count)
  return telemetry
}

/** Takes a batch of events. Throws NOT_ENABLED, RATE_LIMITED, TOO_LARGE, and what the sink throws. */
export async function sendEvents(
  deps: TelemetryDeps,
  events: EndpointRequest<'sendEvents'>,
  asking: RequestContext,
  { projectId }: { projectId: string },
): Promise<Record<string, never>> {
  const { sink, keepsAddresses } = await admit(deps, asking, projectId, events.length)
  const now = deps.clock.now()
  await sink.take(
    events.map((event) => plainEvent(event, { projectId, keepsAddresses, now })),
    now,
  )
  return {}
}

/** Takes one error report. Throws as `sendEvents`. */
export async function sendErrorReport(
  deps: TelemetryDeps,
  report: EndpointRequest<'sendErrorReport'>,
  asking: RequestContext,
  { projectId }: { projectId: string },
): Promise<Record<string, never>> {
  const { sink } = await admit(deps, asking, projectId, 1)
  const now = deps.clock.now()
  await sink.take([plainErrorReport(report, { projectId, origin: asking.origin, now })], now)
  return {}
}
