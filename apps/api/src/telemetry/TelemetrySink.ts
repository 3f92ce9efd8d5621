import type { Database } from '@latchkey/service-kit/db/database'

/** A page's event, reduced to what is stored. The page's network address and browser aren't part of it. */
export type TelemetryEvent = {
  projectId: string
  /** The page's own id, by which a repeated event is recognized. */
  eventId: string
  name: string
  /** Origin and path of the page, without query and fragment; null where it named none. */
  page: string | null
  /** Null unless page and operator have both asked for addresses. */
  address: string | null
  properties: Readonly<Record<string, string | number | boolean>>
  happenedAt: Date
}

/** Takes events. */
export type TelemetrySink = {
  /** Throws when the events can't be taken now. The caller doesn't retry. */
  take(events: readonly TelemetryEvent[], now: Date): Promise<void>
}

/** Stores events in the api's own database until retention removes them. Of events with the same id, the first is kept. */
export const createDatabaseSink = (database: Database): TelemetrySink => ({
  async take(events, now) {
    const rows = events.map(({ projectId, eventId, name, page, address, properties, happenedAt }) => ({
      project_id: projectId,
      event_id: eventId,
      name,
      page,
      address,
      properties,
      happened_at: happenedAt,
    }))
    await database.statement(
      'api',
      (sql) => sql`
        INSERT INTO telemetry_events (project_id, event_id, name, page, address, properties, happened_at, received_at)
        SELECT sent.*, ${now}::timestamptz FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS sent (
          project_id text, event_id text, name text, page text, address text, properties jsonb, happened_at timestamptz)
        ON CONFLICT DO NOTHING`,
    )
  },
})
