import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { fromPglite } from '../src/db/pglite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: string
  }
}

/** Creates, once for all test files, a database with every table and no rows: creating one takes seconds, and copying it no time. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const file = join(folder, 'template.tar')
  const pglite = await PGlite.create()
  await migrate(fromPglite(pglite))
  writeFileSync(file, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('databaseTemplate', file)
  return () => rmSync(folder, { recursive: true })
}

/**
 * Deletes all our rows, and resets the sequences. `TRUNCATE` creates new files and takes four times as long, so it is for large tables
 * only. In replica mode, the database checks no foreign keys.
 */
const emptyTables = `
DO $$
DECLARE
  tables constant oid[] := ARRAY(
    SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text LIKE 'latchkey%' AND pg_relation_size(oid) > 0
  );
  large text;
  name regclass;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT one FROM unnest(tables) AS one WHERE pg_relation_size(one) <= 65536 LOOP
    EXECUTE 'DELETE FROM ' || name;
  END LOOP;
  SELECT string_agg(one::regclass::text, ', ') INTO large FROM unnest(tables) AS one WHERE pg_relation_size(one) > 65536;
  IF large IS NOT NULL THEN EXECUTE 'TRUNCATE ' || large || ' CASCADE'; END IF;
  FOR name IN SELECT seqrelid FROM pg_sequence WHERE pg_sequence_last_value(seqrelid) IS NOT NULL LOOP
    EXECUTE 'ALTER SEQUENCE ' || name || ' RESTART';
  END LOOP;
END $$`

/** Closed databases of this process, emptied. */
const idle: PGlite[] = []

/** Returns an empty database in memory. Closing it empties it for the next caller: loading the template takes 50 times as long. */
export const copyTemplate = async (file: string): Promise<Database> => {
  const pglite = idle.pop() ?? (await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) }))
  const database = fromPglite(pglite)
  let isClosed = false
  const transaction: Database['transaction'] = (role, work) =>
    isClosed ? Promise.reject(new Error('The database is closed')) : database.transaction(role, work)
  return {
    ...database,
    transaction,
    statement: transaction,
    close: async () => {
      if (isClosed) throw new Error('The database is closed')
      isClosed = true
      // Waits for open transactions.
      await pglite.transaction((sql) => sql.exec(emptyTables))
      idle.push(pglite)
    },
  }
}
