/**
 * Queries the registry for known vulnerabilities in packages that users and servers run: `npm run audit`, and CI. Exits with 1 when there
 * is one of moderate severity or worse. A registry that is unreachable, or that has no advisories, as mirrors do, is reported, and exits
 * with 0: the installed packages have not changed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exit code and output of `pnpm audit`. */
export type Audit = { status: number | null; stdout: string; stderr: string }

const isOutage =
  /ERR_PNPM_AUDIT_(?:BAD_RESPONSE|ENDPOINT_NOT_EXISTS)|ERR_PNPM_META_FETCH_FAIL|ENOTFOUND|ECONN|ETIMEDOUT/

/** Returns the message and exit code for an audit. */
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
