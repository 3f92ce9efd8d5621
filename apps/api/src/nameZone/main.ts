import { systemClock } from '@latchkey/service-kit/clock'
import { openSplitDatabase } from '@latchkey/service-kit/db/openSplitDatabase'
import { runMain } from '@latchkey/service-kit/process/runMain'
import { postgresUrl } from '@latchkey/service-kit/settings/fields'
import { readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import { readSecretFiles } from '@latchkey/service-kit/settings/readSecretFiles'
import * as z from 'zod/mini'
import { readZoneCommand, runZoneCommand } from './zoneNames.ts'

// Lists the names that accounts have registered, or releases one.
await runMain(async () => {
  const command = readZoneCommand(process.argv.slice(2))
  const values = readEnvironment(z.object({ DATABASE_URL: postgresUrl }), readSecretFiles(process.env))
  const database = await openSplitDatabase(values.DATABASE_URL, 'api')
  try {
    await runZoneCommand(database, command, {
      now: systemClock.now(),
      write: (text) => process.stdout.write(text),
    })
  } finally {
    await database.close()
  }
})
