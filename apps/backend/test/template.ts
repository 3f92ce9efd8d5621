import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/openDatabase.ts'
import { fromPglite } from '../src/db/pglite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: string
  }
}

/** Once for all test files: a database with every table and no row, since making one takes seconds and copying it none. */
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

/** A new, empty database in memory. */
export const copyTemplate = async (file: string): Promise<Database> =>
  fromPglite(await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) }))
