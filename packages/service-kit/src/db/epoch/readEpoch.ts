import { type Database, type DatabaseRole, single } from '../database.ts'

/** When this authority's database was last put back from a backup; null when it never was. */
export async function readEpoch(role: DatabaseRole, database: Database): Promise<Date | null> {
  const rows = await database.transaction(role, (sql) => sql<{ at: Date | null }>`SELECT max(at) AS at FROM restores`)
  return single(rows).at
}
