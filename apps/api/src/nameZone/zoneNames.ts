import type { Database } from '@latchkey/service-kit/db/database'
import { readZoneNames, releaseZoneName, type ZoneName } from './zoneStore.ts'

/** An operator's command: list the names that accounts hold, or release one of them. */
export type ZoneCommand = { is: 'list' } | { is: 'release'; name: string }

const usage = 'Say list, or release <name>'
const maxRows = 1_000

/** Throws with the usage for anything else. */
export function readZoneCommand([word, ...rest]: readonly string[]): ZoneCommand {
  const [name] = rest
  if (word === 'list' && rest.length === 0) return { is: 'list' }
  if (word === 'release' && name?.includes('.') === true && rest.length === 1)
    return { is: 'release', name: name.toLowerCase() }
  throw new Error(usage)
}

const asLine = ({ label, zone, address, registeredAt }: ZoneName): string =>
  `${JSON.stringify({ name: `${label}.${zone}`, address, registeredAt: registeredAt.toISOString() })}\n`

/** Runs a command and writes its result: one JSON object per line, or what was released. Throws for a name that no account holds. */
export async function runZoneCommand(
  database: Database,
  command: ZoneCommand,
  { now, write }: { now: Date; write: (text: string) => void },
): Promise<void> {
  if (command.is === 'release') {
    const dot = command.name.indexOf('.')
    const [label, zone] = [command.name.slice(0, dot), command.name.slice(dot + 1)]
    const isDone = await database.transaction('api', (sql) => releaseZoneName(sql, zone, label, now))
    if (!isDone) throw new Error(`No account holds ${command.name}`)
    write(`${command.name} released\n`)
    return
  }
  let after: ZoneName | null = null
  do {
    const page: ZoneName[] = await database.transaction('api', (sql) => readZoneNames(sql, after, maxRows))
    for (const name of page) write(asLine(name))
    after = page.length === maxRows ? (page.at(-1) ?? null) : null
  } while (after !== null)
}
