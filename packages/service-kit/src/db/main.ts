import * as z from 'zod/mini'
import { runMain } from '../process/runMain.ts'
import { postgresUrl } from '../settings/fields.ts'
import { readEnvironment } from '../settings/readEnvironment.ts'
import { readSecretFiles } from '../settings/readSecretFiles.ts'
import { openDatabase } from './openDatabase.ts'
import { setLogins } from './setLogins.ts'

const password = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{16,128}$/, { error: 'must be 16 to 128 printable ASCII characters' }))
const environment = z.object({
  /** The login of the schema's owner, which may create roles. The services never receive it. */
  DATABASE_URL: postgresUrl,
  API_DATABASE_PASSWORD: password,
  CUSTODY_DATABASE_PASSWORD: password,
})

/**
 * Codes of sockets and of PostgreSQL (appendix A): no server, no such database, a wrong password. Their messages may contain the address.
 */
const unreachable = /^(E[A-Z_]+|CONNECT_TIMEOUT|08\w{3}|28\w{3}|3D000|53300|57P03)$/

// Brings the schema up to date and gives each authority its login, before the two start as separate services.
await runMain(async () => {
  const values = readEnvironment(environment, readSecretFiles(process.env))
  const database = await openDatabase({ url: values.DATABASE_URL }).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (cause instanceof Error && !unreachable.test(code))
      throw new Error(`The database cannot be brought up to date: ${cause.message}`, { cause })
    throw new Error(`The database cannot be brought up to date: check DATABASE_URL (${code})`, { cause })
  })
  try {
    await setLogins(database, { api: values.API_DATABASE_PASSWORD, custody: values.CUSTODY_DATABASE_PASSWORD })
    process.stdout.write('The database is up to date, and api and custody have their logins\n')
  } finally {
    await database.close()
  }
})
