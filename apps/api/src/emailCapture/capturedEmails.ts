import type { Database } from '@latchkey/service-kit/db/database'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { type CapturedEmail, forgetCaptures, readCaptures } from './emailCaptureStore.ts'

/** An operator's command: list the given addresses, or remove one everywhere. */
export type CaptureCommand =
  | { is: 'list'; format: 'csv' | 'json'; projectId: string | null }
  | { is: 'forget'; email: string }

const usage = 'Say list, with --json for JSON instead of CSV and --project=<id> for one project, or forget <email>'

/** Throws with the usage for anything else. */
export function readCaptureCommand([name, ...rest]: readonly string[]): CaptureCommand {
  const [only] = rest
  if (name === 'forget' && only !== undefined && rest.length === 1) return { is: 'forget', email: normalEmail(only) }
  if (name !== 'list') throw new Error(usage)
  const projects = rest.filter((flag) => flag.startsWith('--project='))
  const others = rest.filter((flag) => !flag.startsWith('--project='))
  if (projects.length > 1 || others.some((flag) => flag !== '--json')) throw new Error(usage)
  const projectId = projects[0]?.slice('--project='.length) ?? null
  return { is: 'list', format: others.length > 0 ? 'json' : 'csv', projectId }
}

const columns = ['project', 'email', 'account', 'accountProof', 'purpose', 'site', 'givenAt'] as const
type Line = Record<(typeof columns)[number], string>

/** `accountProof`: `session` of a user of the embedded wallet, `none` where the page has named the account. */
const lineOf = ({ projectId, email, account, isUser, purpose, dappOrigin, givenAt }: CapturedEmail): Line => ({
  project: projectId,
  email,
  account,
  accountProof: isUser ? 'session' : 'none',
  purpose,
  site: dappOrigin,
  givenAt: givenAt.toISOString(),
})

/** RFC 4180. A value that a spreadsheet would take for a formula gets a leading apostrophe: users choose the text. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const asCsv = (line: Line): string => `${columns.map((column) => cell(line[column])).join(',')}\r\n`

const rowsAtOnce = 1_000

/** Runs a command and writes its result: CSV with a header, one JSON object per line, or the number of removed rows. */
export async function runCaptureCommand(
  database: Database,
  command: CaptureCommand,
  write: (text: string) => void,
): Promise<void> {
  if (command.is === 'forget') {
    const count = await database.transaction('api', (sql) => forgetCaptures(sql, command.email))
    write(`${count} removed\n`)
    return
  }
  const { projectId, format } = command
  if (format === 'csv') write(`${columns.join(',')}\r\n`)
  let after: CapturedEmail | null = null
  do {
    const page: CapturedEmail[] = await database.transaction('api', (sql) =>
      readCaptures(sql, { projectId, after, maxRows: rowsAtOnce }),
    )
    for (const line of page.map(lineOf)) write(format === 'csv' ? asCsv(line) : `${JSON.stringify(line)}\n`)
    after = page.length === rowsAtOnce ? (page.at(-1) ?? null) : null
  } while (after !== null)
}
