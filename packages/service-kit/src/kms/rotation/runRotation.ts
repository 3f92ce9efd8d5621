import type { Authority } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { systemClock } from '../../clock.ts'
import { openSplitDatabase } from '../../db/openSplitDatabase.ts'
import { runMain } from '../../process/runMain.ts'
import { postgresUrl } from '../../settings/fields.ts'
import { kmsFields, readKmsFields } from '../../settings/kmsFields.ts'
import { readEnvironment } from '../../settings/readEnvironment.ts'
import { readSecretFiles } from '../../settings/readSecretFiles.ts'
import { openKms } from '../openKms.ts'
import { rotateKeys } from './rotateKeys.ts'
import type { SealedTable } from './sealedTable.ts'

const environment = z.object({ DATABASE_URL: postgresUrl, ...kmsFields })

/** The program that rotates the keys of one authority, with the settings of its service and while that runs. */
export const runRotation = (authority: Authority, tables: readonly SealedTable[]): Promise<void> =>
  runMain(async () => {
    const values = readEnvironment(environment, readSecretFiles(process.env))
    const kms = openKms(readKmsFields(values))
    const database = await openSplitDatabase(values.DATABASE_URL, authority)
    try {
      const { rows, isResumed } = await rotateKeys({ authority, database, kms, tables, clock: systemClock })
      process.stdout.write(
        `${isResumed ? 'Went on with a rotation that broke off' : 'New key'}: ${rows} rows wrapped\n`,
      )
    } finally {
      await database.close()
    }
  })
