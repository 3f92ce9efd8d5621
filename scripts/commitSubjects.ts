/** Checks the subjects of commits: `node scripts/commitSubjects.ts`. A shallow clone checks the commits that it has. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const maxLength = 72
/** Commits made before this rule existed keep their subjects. */
const since = '2026-11-26T22:30:00Z'

/** Returns the subjects that are too long, in characters. Merges are exempt: Git and its hosts write their subjects. */
export const findLongSubjects = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => [...subject].length > maxLength && !subject.startsWith('Merge '))

const readSubjects = (): string[] =>
  execFileSync('git', ['log', `--since=${since}`, '--format=%s'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  }).split('\n')

if (import.meta.main) {
  const long = findLongSubjects(readSubjects())
  for (const subject of long) console.error(`${[...subject].length} characters, at most ${maxLength}: ${subject}`)
  process.exitCode = long.length === 0 ? 0 : 1
}
