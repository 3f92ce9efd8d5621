import * as z from 'zod/mini'
import { runMain } from '../../process/runMain.ts'
import { postgresUrl } from '../../settings/fields.ts'
import { readEnvironment } from '../../settings/readEnvironment.ts'
import { readSecretFiles } from '../../settings/readSecretFiles.ts'
import { restoreDatabase } from './restoreDatabase.ts'

const environment = z.object({ DATABASE_URL: postgresUrl })

// Restores the backup from standard input.
await runMain(async () => {
  const { DATABASE_URL } = readEnvironment(environment, readSecretFiles(process.env))
  if (process.stdin.isTTY) throw new Error('Pass the backup on standard input: … < latchkey.dump')
  const { users, wallets, recoveryShares, before } = await restoreDatabase({
    url: DATABASE_URL,
    dump: 0,
    now: new Date(),
  })
  process.stdout.write(
    `Restored ${users} users, ${wallets} wallets and ${recoveryShares} recovery shares\n${
      before === null ? '' : `The database of before is ${before}: drop it when you need it no more\n`
    }`,
  )
})
