import { parseArgs } from 'node:util'
import { systemClock } from '@latchkey/service-kit/clock'
import { openSplitDatabase } from '@latchkey/service-kit/db/openSplitDatabase'
import { runMain } from '@latchkey/service-kit/process/runMain'
import { postgresUrl } from '@latchkey/service-kit/settings/fields'
import { readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import { readSecretFiles } from '@latchkey/service-kit/settings/readSecretFiles'
import * as z from 'zod/mini'
import { endSessions, type WhoseSessions } from './endSessions.ts'

const usage = `Usage: node src/session/main.ts end --all | --user <id> | --project <id>`

const readArguments = (): WhoseSessions => {
  const options = { all: { type: 'boolean' }, user: { type: 'string' }, project: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const { all, user: userId, project: projectId } = values
  if (positionals.join(' ') !== 'end' || Object.keys(values).length !== 1) throw new Error(usage)
  if (userId !== undefined) return { userId }
  if (projectId !== undefined) return { projectId }
  if (all !== true) throw new Error(usage)
  return { all }
}

// Ends sessions, with the settings of the api and while that runs.
await runMain(async () => {
  const whose = readArguments()
  const values = readEnvironment(z.object({ DATABASE_URL: postgresUrl }), readSecretFiles(process.env))
  const database = await openSplitDatabase(values.DATABASE_URL, 'api')
  try {
    const count = await endSessions({ database, clock: systemClock }, whose)
    process.stdout.write(`${count} sessions ended\n`)
  } finally {
    await database.close()
  }
})
