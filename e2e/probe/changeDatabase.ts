import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Stack } from '@latchkey/local'

/** Runs a statement on the backend's database while the api is stopped, as if much time had passed or a disk had failed. */
export const changeDatabase = (stack: Stack, statement: string): Promise<void> =>
  withDatabase(stack, async (database) => void (await database.exec(statement)))

/** Returns a query's result from the backend's database; stops the api meanwhile. */
export const readDatabase = (stack: Stack, query: string): Promise<unknown[]> =>
  withDatabase(stack, async (database) => (await database.query(query)).rows)

async function withDatabase<result>(stack: Stack, act: (database: PGlite) => Promise<result>): Promise<result> {
  await stack.api.stop()
  try {
    const database = await PGlite.create(join(stack.dataFolder, 'database'))
    try {
      return await act(database)
    } finally {
      await database.close()
    }
  } finally {
    await stack.api.start()
  }
}
