import { openSplitDatabase } from '@latchkey/service-kit/db/openSplitDatabase'
import { runMain } from '@latchkey/service-kit/process/runMain'
import { postgresUrl } from '@latchkey/service-kit/settings/fields'
import { readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import { readSecretFiles } from '@latchkey/service-kit/settings/readSecretFiles'
import * as z from 'zod/mini'
import { readCaptureCommand, runCaptureCommand } from './capturedEmails.ts'

// Lists the email addresses that users gave to projects, or removes one.
await runMain(async () => {
  const command = readCaptureCommand(process.argv.slice(2))
  const values = readEnvironment(z.object({ DATABASE_URL: postgresUrl }), readSecretFiles(process.env))
  const database = await openSplitDatabase(values.DATABASE_URL, 'api')
  try {
    await runCaptureCommand(database, command, (text) => process.stdout.write(text))
  } finally {
    await database.close()
  }
})
