import * as z from 'zod/mini'
import { runMain } from '../../process/runMain.ts'
import { postgresUrl } from '../../settings/fields.ts'
import { readEnvironment } from '../../settings/readEnvironment.ts'
import { readSecretFiles } from '../../settings/readSecretFiles.ts'
import { beginEpoch } from '../beginEpoch.ts'
import { openDatabase } from '../openDatabase.ts'
import { requireUnused } from '../restore/restoreDatabase.ts'

const environment = z.object({ DATABASE_URL: postgresUrl })

// Begins an epoch on a database that was restored without `restore`.
await runMain(async () => {
  const { DATABASE_URL } = readEnvironment(environment, readSecretFiles(process.env))
  await requireUnused(DATABASE_URL)
  const database = await openDatabase({ url: DATABASE_URL, poolSize: 2 })
  try {
    await beginEpoch(database, new Date())
  } finally {
    await database.close()
  }
  process.stdout.write('Every session of before is over, and every device signs in again\n')
})
