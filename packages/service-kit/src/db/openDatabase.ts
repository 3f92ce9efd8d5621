import type { Database } from './database.ts'
import { migrations } from './migrations.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Where data live: a PostgreSQL server, a folder of the embedded one, or memory. */
export type DatabaseLocation = { url: string } | { folder: string } | { memory: true }

/** Opens the database and brings its schema up to date. Two servers that start together migrate once. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = await ('url' in location
    ? openPostgres(location.url)
    : openPglite('folder' in location ? location.folder : null))
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Brings a database's schema up to date. */
export const migrate = (database: Database): Promise<void> => database.migrate(migrationStatements())

/** Each migration guards itself, so that the whole list can be sent at every start. */
function migrationStatements(): string[] {
  const guard = ({ name, statements }: (typeof migrations)[number]) => `
    DO $migration$ BEGIN
      IF NOT EXISTS (SELECT FROM public.latchkey_migrations WHERE name = '${name}') THEN
        EXECUTE $statements$ ${statements} $statements$;
        INSERT INTO public.latchkey_migrations (name) VALUES ('${name}');
      END IF;
    END $migration$`
  return [
    // The arbitrary number names this lock among those of one database.
    'SELECT pg_advisory_xact_lock(7235671)',
    'CREATE TABLE IF NOT EXISTS public.latchkey_migrations (name text PRIMARY KEY)',
    ...migrations.map(guard),
  ]
}
