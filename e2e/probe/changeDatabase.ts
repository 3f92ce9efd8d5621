import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Stack } from '@latchkey/local'

/** Runs a statement on the backend's database while the api is stopped, as if much time had passed or a disk had failed. */
export async function changeDatabase(stack: Stack, statement: string): Promise<void> {
  await stack.api.stop()
  try {
    const database = await PGlite.create(join(stack.dataFolder, 'database'))
    try {
      await database.exec(statement)
    } finally {
      await database.close()
    }
  } finally {
    await stack.api.start()
  }
}
