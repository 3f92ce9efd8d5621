import type { Database } from '@latchkey/service-kit/db/database'
import type { TelemetrySink } from './TelemetrySink.ts'

/** Keeps events in the api's own database until retention removes them. Of events with the same id, the first is kept. */
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
