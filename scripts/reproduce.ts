/**
 * Builds the frame twice, in folders of other names and lengths, at other times, in another time zone and language, and compares the frame
 * manifests: `node scripts/node24.mjs scripts/reproduce.ts`
 *
 * Exits with 1 when they differ, and prints the differences.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-reproduce-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
const files = listed.toString().split('\0').filter(Boolean)

const buildIn = (folder: string, environment: Readonly<Record<string, string>>): string => {
  const house = join(scratch, folder)
  for (const file of files) {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    try {
      cpSync(join(root, file), join(house, file))
    } catch (error) {
      // Deleted, and not yet committed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  const options = { cwd: house, env: { ...process.env, ...environment }, stdio: 'inherit' } as const
  execFileSync('npm', ['run', 'frame-manifest', '--', '--out', join(house, 'frame-manifest.json')], options)
  return readFileSync(join(house, 'frame-manifest.json'), 'utf8')
}

const first = buildIn('a', { TZ: 'UTC', LANG: 'C' })
const second = buildIn('another/much/longer/path with a space', { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8' })
if (first !== second) {
  const [one, other] = [first.split('\n'), second.split('\n')]
  const at = one.findIndex((line, index) => line !== other[index])
  console.error(`The two builds differ, first in line ${at + 1}:\n  ${one[at]}\n  ${other[at]}`)
  process.exit(1)
}
console.log(`Both builds are alike: sha256 ${createHash('sha256').update(first).digest('hex')}`)
