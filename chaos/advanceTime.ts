import type { Sql } from 'postgres'

/** Lets the half minute pass, for one email, after which another code or link may be asked for. */
export type PassTime = (email: string) => Promise<void>

/** Nobody waits in earnest: what was asked for becomes older. */
export const createPassTime =
  (sql: Sql): PassTime =>
  async (email) => {
    for (const table of ['latchkey_custody.email_attempts', 'latchkey_api.device_links'])
      await sql`
        UPDATE ${sql(table)} SET created_at = created_at - interval '31 seconds', expires_at = expires_at - interval '31 seconds'
        WHERE email = ${email}`
  }
