import * as z from 'zod/mini'
import { runMain } from '../process/runMain.ts'
import { postgresUrl } from '../settings/fields.ts'
import { readEnvironment } from '../settings/readEnvironment.ts'
import { openDatabase } from './openDatabase.ts'
import { setLogins } from './setLogins.ts'

const password = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{16,128}$/, { error: 'must be 16 to 128 printable ASCII characters' }))
const environment = z.object({
  /** Of the owner of the schema, who may create roles. The services never see it. */
  DATABASE_URL: postgresUrl,
  API_DATABASE_PASSWORD: password,
  CUSTODY_DATABASE_PASSWORD: password,
})

// Brings the schema up to date and gives each authority its login, before the two start apart.
await runMain(async () => {
  const values = readEnvironment(environment, process.env)
  const database = await openDatabase({ url: values.DATABASE_URL }).catch((cause: unknown) => {
    // 28P01: wrong password; ECONNREFUSED: no server. Neither repeats the address.
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new Error(`The database cannot be brought up to date: check DATABASE_URL${code}`, { cause })
  })
  try {
    await setLogins(database, { api: values.API_DATABASE_PASSWORD, custody: values.CUSTODY_DATABASE_PASSWORD })
  } finally {
    await database.close()
  }
})
