import type { Sql } from 'postgres'

/** Skips the half minute, for one email, before another code or link may be requested. */
export type PassTime = (email: string) => Promise<void>

/** There is no real wait: earlier requests are backdated. */
export const createPassTime =
  (sql: Sql): PassTime =>
  async (email) => {
    for (const table of ['latchkey_custody.email_attempts', 'latchkey_api.device_links'])
      await sql`
        UPDATE ${sql(table)} SET created_at = created_at - interval '31 seconds', expires_at = expires_at - interval '31 seconds'
        WHERE email = ${email}`
  }
