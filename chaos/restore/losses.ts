import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import postgres from 'postgres'
import type { Services } from '../startServices.ts'

type Authority = 'api' | 'custody'

/** An operator's backup. */
export type Backup = {
  whole: Buffer
  schemas: Record<Authority, Buffer>
  rings: Record<Authority, Buffer>
}

const dump = (databaseUrl: string, ...flags: string[]): Buffer =>
  execFileSync('pg_dump', ['--format=custom', ...flags, databaseUrl], { maxBuffer: 2 ** 28 })

export const takeBackup = ({ databaseUrl, ringFile }: Services): Backup => ({
  whole: dump(databaseUrl),
  schemas: {
    api: dump(databaseUrl, '--schema=latchkey_api'),
    custody: dump(databaseUrl, '--schema=latchkey_custody'),
  },
  rings: { api: readFileSync(ringFile('api')), custody: readFileSync(ringFile('custody')) },
})

/** Destroys something permanently, and restores it from the backup, while both services are down. */
type Loss = (services: Services, backup: Backup) => Promise<void>

/** One authority's database as if it had a separate server: the other one keeps its newer data. */
const loseSchema =
  (authority: Authority): Loss =>
  async ({ databaseUrl, administer }, { schemas }) => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
    await sql.unsafe(`DROP SCHEMA latchkey_${authority} CASCADE`)
    await sql.end()
    execFileSync('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${databaseUrl}`], {
      input: schemas[authority],
    })
    await administer('epoch')
  }

const loseRing =
  (authority: Authority): Loss =>
  async ({ ringFile }, { rings }) => {
    rmSync(ringFile(authority))
    writeFileSync(ringFile(authority), rings[authority], { mode: 0o600 })
  }

/** Each store of wallet data, lost in turn. */
export const losses = {
  'the database': async ({ administer }, { whole }) => void (await administer('restore', whole)),
  'the api’s database': loseSchema('api'),
  'custody’s database': loseSchema('custody'),
  'the api’s key ring': loseRing('api'),
  'custody’s key ring': loseRing('custody'),
} as const satisfies Record<string, Loss>
export type LossName = keyof typeof losses
