import type { Authority } from '@latchkey/api-client'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import { type Database, single } from '../../db/database.ts'
import { rewrapValue } from '../../kms/envelope.ts'
import type { Kms } from '../../kms/kms.ts'
import type { SealedTable } from './sealedTable.ts'

/** The dependencies of a rotation. */
export type RotateKeysDeps = {
  authority: Authority
  database: Database
  kms: Kms
  /** All data of the authority that its keys wrap, always in the same order. */
  tables: readonly SealedTable[]
  clock: Clock
  /** Number of rows that are rewrapped between two saves of the position. */
  batchSize?: number
}
/** The number of rewrapped rows, and whether an interrupted rotation was resumed. */
export type Rotated = { rows: number; isResumed: boolean }

/** The current table, and its last completed row. */
const position = z.object({ table: z.number(), after: z.array(z.string()) })
type Position = z.output<typeof position>
type Rotation = { id: number; hasNewKey: boolean; position: Position | null; isResumed: boolean }

/**
 * Puts an authority's prepared wrapping key to use (`Kms.prepare`), and rewraps every row that an older key wraps. The services keep
 * running: they wrap new data with the new key at once, and a row that they change in the meantime is skipped.
 *
 * The position is stored in the database. After a failure the next run continues there and creates no other key; wrapping a row twice does
 * no harm. After the rotation, only older backups need the previous keys.
 */
export async function rotateKeys(deps: RotateKeysDeps): Promise<Rotated> {
  const rotation = await findOrBegin(deps)
  if (!rotation.hasNewKey) {
    await deps.kms.rotate()
    await noteKey(deps, rotation)
  }
  let rows = 0
  const { table: first, after } = rotation.position ?? { table: 0, after: null }
  for (const [index, table] of deps.tables.entries())
    if (index >= first)
      rows += await rewrapTable(deps, rotation, index, (index === first ? after : null) ?? table.start)
  await finish(deps, rotation)
  return { rows, isResumed: rotation.isResumed }
}

async function rewrapTable(
  { authority, database, kms, tables, batchSize = 50 }: RotateKeysDeps,
  { id }: Rotation,
  index: number,
  start: readonly string[],
): Promise<number> {
  const table = tables[index] as SealedTable
  let after = start
  let done = 0
  for (;;) {
    const rows = await database.transaction(authority, (sql) => table.read(sql, after, batchSize))
    const last = rows.at(-1)
    if (last === undefined) return done
    const fresh = await Promise.all(rows.map(({ context, ciphertext }) => rewrapValue(kms, context, ciphertext)))
    await database.transaction(authority, async (sql) => {
      for (const [place, row] of rows.entries()) await table.replace(sql, row, fresh[place] as Uint8Array)
      const reached = JSON.stringify({ table: index, after: [...last.key] } satisfies Position)
      await sql`UPDATE key_rotations SET position = ${reached} WHERE rotation_id = ${id}`
    })
    after = last.key
    done += rows.length
  }
}

/** Returns whether a rotation has begun and not ended: the next run continues it. */
export const hasBegun = ({ authority, database }: Pick<RotateKeysDeps, 'authority' | 'database'>): Promise<boolean> =>
  database.transaction(authority, async (sql) => {
    const open = await sql`SELECT FROM key_rotations WHERE finished_at IS NULL LIMIT 1`
    return open.length > 0
  })

/** Returns the unfinished rotation, or a new one. */
const findOrBegin = ({ authority, database, clock }: RotateKeysDeps): Promise<Rotation> =>
  database.transaction(authority, async (sql) => {
    const [open] = await sql<{ rotation_id: string | number; has_new_key: boolean; position: string | null }>`
      SELECT rotation_id, has_new_key, position FROM key_rotations WHERE finished_at IS NULL
      ORDER BY rotation_id LIMIT 1`
    if (open !== undefined) {
      const reached = open.position === null ? null : z.parse(position, JSON.parse(open.position))
      return { id: Number(open.rotation_id), hasNewKey: open.has_new_key, position: reached, isResumed: true }
    }
    const begun = single(
      await sql<{ rotation_id: string | number }>`
        INSERT INTO key_rotations (started_at) VALUES (${clock.now()}) RETURNING rotation_id`,
    )
    return { id: Number(begun.rotation_id), hasNewKey: false, position: null, isResumed: false }
  })

const noteKey = async ({ authority, database }: RotateKeysDeps, { id }: Rotation): Promise<void> => {
  await database.transaction(
    authority,
    (sql) => sql`UPDATE key_rotations SET has_new_key = true WHERE rotation_id = ${id}`,
  )
}

const finish = async ({ authority, database, clock }: RotateKeysDeps, { id }: Rotation): Promise<void> => {
  await database.transaction(
    authority,
    (sql) => sql`UPDATE key_rotations SET finished_at = ${clock.now()} WHERE rotation_id = ${id}`,
  )
}
