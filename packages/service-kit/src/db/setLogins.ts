import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type Database, type DatabaseRole, roleOf } from './database.ts'
import { sessionOf } from './postgres.ts'

const iterations = 4096

/**
 * Returns a password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5803), computed here so that no statement, and so no server log, contains
 * the password.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`
}

/**
 * Lets each authority log in as its own role, with these passwords (ASCII), and sets each login's session settings. Runs as the owner of
 * the schema.
 */
export async function setLogins(database: Database, passwords: Record<DatabaseRole, string>): Promise<void> {
  await database.migrate(
    (Object.keys(roleOf) as DatabaseRole[]).flatMap((role) => [
      `ALTER ROLE ${roleOf[role]} LOGIN PASSWORD '${scramVerifier(passwords[role])}'`,
      ...Object.entries(sessionOf(role)).map(([name, value]) => `ALTER ROLE ${roleOf[role]} SET ${name} = '${value}'`),
    ]),
  )
}
