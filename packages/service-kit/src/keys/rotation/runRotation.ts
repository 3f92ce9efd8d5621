import { readFileSync } from 'node:fs'
import type { Authority } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { systemClock } from '../../clock.ts'
import { openSplitDatabase } from '../../db/openSplitDatabase.ts'
import { type KmsSettings, kmsFields, readKmsFields } from '../../kms/kmsFields.ts'
import { openKms } from '../../kms/openKms.ts'
import { requireInBackup } from '../../kms/ring/copyRing.ts'
import { readRing } from '../../kms/ring/ringFile.ts'
import { prepareMacKey, retireMacKey, rotateMacKey } from '../../kms/ring/rotateMacKey.ts'
import { runMain } from '../../process/runMain.ts'
import { postgresUrl } from '../../settings/fields.ts'
import { readEnvironment } from '../../settings/readEnvironment.ts'
import { readSecretFiles } from '../../settings/readSecretFiles.ts'
import type { KeyPurpose } from '../authorityKeyring.ts'
import {
  prepareAuthorityKey,
  type RotateKeyDeps,
  retireAuthorityKey,
  rotateAuthorityKey,
} from '../rotateAuthorityKey.ts'
import { hasBegun, rotateKeys } from './rotateKeys.ts'
import type { SealedTable } from './sealedTable.ts'

const environment = z.object({ DATABASE_URL: postgresUrl, ...kmsFields })

const steps = ['prepare', 'rotate', 'retire'] as const
type Step = (typeof steps)[number]
type Context = RotateKeyDeps & { settings: KmsSettings; tables: readonly SealedTable[]; leaked: boolean }
type Rotation = Record<Step, (context: Context) => Promise<string>>

const ofAuthority = (purpose: KeyPurpose): Rotation => ({
  async prepare(context) {
    await prepareAuthorityKey(context, purpose)
    return 'The next key is announced. Rotate in three minutes'
  },
  async rotate(context) {
    await rotateAuthorityKey(context, { purpose, leaked: context.leaked })
    return `New key in use. Back up the database now. Retire the one before in ${purpose === 'hpke' ? 'a day' : 'an hour'}`
  },
  async retire(context) {
    await retireAuthorityKey(context, { purpose, leaked: context.leaked })
    return 'The key of before counts no more'
  },
})

const ofRing =
  (work: (file: string) => void, said: string, { isBackedUp = false } = {}) =>
  async ({ settings }: Context): Promise<string> => {
    if (!('file' in settings))
      throw new Error(
        'The key for MACs is in AWS KMS or Vault: rotate it by settings (the service kit’s README, "Keys")',
      )
    if (isBackedUp) requireInBackup(settings.file, readBackup())
    work(settings.file)
    return said
  }

/** The rotation of each key, step by step, while the services run. */
const rotations: Readonly<Record<string, Rotation>> = {
  signing: ofAuthority('signing'),
  hpke: ofAuthority('hpke'),
  // Only the api has one: custody issues no ID tokens.
  'id-token': ofAuthority('id-token'),
  mac: {
    prepare: ofRing(prepareMacKey, 'The next key is prepared. Back up the key ring, then rotate'),
    rotate: ofRing(rotateMacKey, 'New key in use. Back up the database now. Retire the one before in half an hour', {
      isBackedUp: true,
    }),
    retire: ofRing(retireMacKey, 'The key of before counts no more'),
  },
  wrapping: {
    async prepare({ kms, settings }) {
      await kms.prepare()
      return 'file' in settings
        ? 'The next key is prepared. Back up the key ring, then rotate'
        : 'Nothing to prepare: rotate'
    },
    async rotate(context) {
      await requireBackedUp(context)
      const { rows, isResumed } = await rotateKeys(context)
      return `${isResumed ? 'Went on with a rotation that broke off' : 'New key'}: ${rows} rows wrapped`
    },
    async retire() {
      throw new Error('Wrapping keys of before stay: they open backups of before')
    },
  },
}

/**
 * Rotates the keys of one authority (a command-line program), with the settings of its service and while that runs: `prepare`, `rotate` or
 * `retire`, and which key. A key in a file is used only after a backup of the key ring that contains it was passed on standard input.
 */
export const runRotation = (authority: Authority, tables: readonly SealedTable[]): Promise<void> =>
  runMain(async () => {
    const [step = '', name = '', ...flags] = process.argv.slice(2)
    const rotation = Object.hasOwn(rotations, name) ? rotations[name] : undefined
    const known = steps.find((each) => each === step)
    if (known === undefined || rotation === undefined || flags.some((flag) => flag !== '--leaked'))
      throw new Error(
        `Say ${steps.join(', ')} and one of ${Object.keys(rotations).join(', ')}; --leaked waits for nothing`,
      )
    const values = readEnvironment(environment, readSecretFiles(process.env))
    const settings = readKmsFields(values)
    const database = await openSplitDatabase(values.DATABASE_URL, authority)
    try {
      const kms = openKms(settings)
      const leaked = flags.length > 0
      const said = await rotation[known]({ authority, database, kms, clock: systemClock, settings, tables, leaked })
      process.stdout.write(`${said}\n`)
    } finally {
      await database.close()
    }
  })

function readBackup(): string {
  if (process.stdin.isTTY) throw new Error('Pass the backup of the key ring on standard input: … < ring.json')
  return readFileSync(0, 'utf8')
}

/** Requires a backup: keys in a file are used only once they are stored elsewhere too. */
async function requireBackedUp({ settings, ...deps }: Context): Promise<void> {
  if (!('file' in settings)) return
  if (readRing(settings.file)?.preparedWrappingKey === undefined && !(await hasBegun(deps)))
    throw new Error('No key is prepared: run prepare wrapping, and back up the key ring')
  requireInBackup(settings.file, readBackup())
}
