import { readFileSync } from 'node:fs'
import type { Authority } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { systemClock } from '../../clock.ts'
import { openSplitDatabase } from '../../db/openSplitDatabase.ts'
import { runMain } from '../../process/runMain.ts'
import { postgresUrl } from '../../settings/fields.ts'
import { type KmsSettings, kmsFields, readKmsFields } from '../../settings/kmsFields.ts'
import { readEnvironment } from '../../settings/readEnvironment.ts'
import { readSecretFiles } from '../../settings/readSecretFiles.ts'
import { openKms } from '../openKms.ts'
import { requireInBackup } from '../ring/copyRing.ts'
import { readRing } from '../ring/ringFile.ts'
import { hasBegun, type RotateKeysDeps, rotateKeys } from './rotateKeys.ts'
import type { SealedTable } from './sealedTable.ts'

const environment = z.object({ DATABASE_URL: postgresUrl, ...kmsFields })

/**
 * The program that rotates the keys of one authority, with the settings of its service and while that runs. In two steps: `prepare`
 * makes a key, and `rotate` uses it, once standard input has shown a backup of the key ring that has it.
 */
export const runRotation = (authority: Authority, tables: readonly SealedTable[]): Promise<void> =>
  runMain(async () => {
    const values = readEnvironment(environment, readSecretFiles(process.env))
    const settings = readKmsFields(values)
    const kms = openKms(settings)
    const [step, key, ...others] = process.argv.slice(2)
    if (others.length > 0 || key !== 'wrapping' || (step !== 'prepare' && step !== 'rotate'))
      throw new Error('Say prepare wrapping or rotate wrapping')
    if (step === 'prepare') {
      await kms.prepare()
      return say(
        'file' in settings ? 'A key is prepared. Back up the key ring, then rotate' : 'Nothing to prepare: rotate',
      )
    }
    const database = await openSplitDatabase(values.DATABASE_URL, authority)
    try {
      const deps: RotateKeysDeps = { authority, database, kms, tables, clock: systemClock }
      await requireBackedUp(settings, deps)
      const { rows, isResumed } = await rotateKeys(deps)
      say(`${isResumed ? 'Went on with a rotation that broke off' : 'New key'}: ${rows} rows wrapped`)
    } finally {
      await database.close()
    }
  })

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Keys in a file are used once they are also elsewhere. */
async function requireBackedUp(settings: KmsSettings, deps: RotateKeysDeps): Promise<void> {
  if (!('file' in settings)) return
  if (readRing(settings.file)?.preparedWrappingKey === undefined && !(await hasBegun(deps)))
    throw new Error('No key is prepared: run prepare, and back up the key ring')
  if (process.stdin.isTTY) throw new Error('Pass the backup of the key ring on standard input: … rotate < ring.json')
  requireInBackup(settings.file, readFileSync(0, 'utf8'))
}
