import type { Authority, EndpointResponse } from '@latchkey/api-client'
import type { Database } from './db/database.ts'
import { version } from './version.ts'

/** How an authority is doing. Both run in one process for now, and say so. */
export const createHealth =
  (authority: Authority, database: Database) => async (): Promise<EndpointResponse<'apiHealth'>> => {
    const isUp = await database
      .transaction(authority, (sql) => sql`SELECT 1`)
      .then(
        () => true,
        () => false,
      )
    return { status: isUp ? 'ok' : 'degraded', authority, mode: 'combined', version, database: isUp ? 'ok' : 'down' }
  }
