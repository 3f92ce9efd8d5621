import type { Authority, EndpointResponse } from '@latchkey/api-client'
import type { Database } from '../db/database.ts'
import { type Reply, withStatus } from '../http/reply.ts'
import { version } from '../version.ts'

/** Whether both authorities run in one process, or each in its own. */
export type Mode = EndpointResponse<'apiHealth'>['mode']

/** How an authority is doing: 503 while its database is away. */
export const createHealth =
  (authority: Authority, mode: Mode, database: Database) => async (): Promise<Reply<EndpointResponse<'apiHealth'>>> => {
    const isUp = await database
      .transaction(authority, (sql) => sql`SELECT 1`)
      .then(
        () => true,
        () => false,
      )
    const facts = { authority, mode, version } as const
    return isUp
      ? withStatus(200, { status: 'ok', ...facts, database: 'ok' })
      : withStatus(503, { status: 'degraded', ...facts, database: 'down' })
  }
