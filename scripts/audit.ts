/**
 * Asks the registry for known faults of what users and servers run: `npm run audit`, and CI. Ends with 1 when there is one of moderate
 * severity or worse. A registry that is away, or that keeps no advisories, as mirrors do, is said, and ends with 0: nothing that is
 * installed has changed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What `pnpm audit` ended with, and printed. */
export type Audit = { status: number | null; stdout: string; stderr: string }

const isOutage =
  /ERR_PNPM_AUDIT_(?:BAD_RESPONSE|ENDPOINT_NOT_EXISTS)|ERR_PNPM_META_FETCH_FAIL|ENOTFOUND|ECONN|ETIMEDOUT/

/** What to say of an audit, and what to end with. */
export function assessAudit({ status, stdout, stderr }: Audit): { say: string; code: 0 | 1 } {
  const said = `${stdout}${stderr}`.trim()
  if (status === 0) return { say: 'No known faults in what users and servers run', code: 0 }
  const answered = /responded with (\d{3})/.exec(said)?.[1]
  if (status === null || isOutage.test(said))
    return {
      say: `Not scanned for known faults: the registry ${answered ? `answers ${answered}` : 'is away'}`,
      code: 0,
    }
  return { say: said, code: 1 }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const words = [join(import.meta.dirname, 'pnpm/main.mjs'), 'audit', '--prod', '--audit-level', 'moderate']
  const { say, code } = assessAudit(spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 }))
  console.log(say)
  process.exit(code)
}
