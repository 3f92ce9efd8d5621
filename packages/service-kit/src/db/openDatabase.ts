import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Where data is stored: on a PostgreSQL server, in a folder of the embedded one, or in memory. */
export type DatabaseLocation = { url: string; poolSize?: number } | { folder: string } | { memory: true }

/** Opens the database and migrates it (`migrate`). Two servers that start together migrate it once. */
export async function openDatabase(location: DatabaseLocation, log?: Log): Promise<Database> {
  const database = await ('url' in location
    ? openPostgres(location.url, { poolSize: location.poolSize, log })
    : openPglite('folder' in location ? location.folder : null))
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
