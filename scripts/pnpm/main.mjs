// Runs the pinned package manager with the given arguments: `node scripts/pnpm/main.mjs install`. Installs it first, once for each version,
// by the hashes of the lockfile beside this: it installs everything else. On any Node from 20 on, with nothing installed: plain JavaScript,
// built-in modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = new URL('.', import.meta.url)
const stamp = new URL('node_modules/.verified', here)
// On Windows, npm and the programs that it installs are .cmd files, which only a shell starts.
const options = { stdio: 'inherit', shell: process.platform === 'win32' }

const wanted = createHash('sha256')
  .update(`${process.platform} ${process.arch}\n`)
  .update(readFileSync(new URL('package-lock.json', here)))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', install, { ...options, cwd: fileURLToPath(here) })
  if (status !== 0) {
    const why = error === undefined ? 'the lines above say why' : error.message
    console.error(
      `latchkey: the package manager could not be installed, or is another than scripts/pnpm names (${why})`,
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

const pnpm = fileURLToPath(new URL('node_modules/.bin/pnpm', here))
const { status, signal, error } = spawnSync(pnpm, process.argv.slice(2), options)
if (error !== undefined) console.error(`latchkey: ${error.message}`)
if (signal !== null) process.kill(process.pid, signal)
process.exit(status ?? 1)
