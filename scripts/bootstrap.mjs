// Installs the workspace with the pinned package manager, only when the lockfile changed since the last install; then compiles the message
// catalog. Runs before every command, on any Node from 20 on, with nothing installed: plain JavaScript, built-in modules only. Arguments
// are passed on to the package manager: images install a part (`infra/deploy/Dockerfile`).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const packageManager = new URL('scripts/pnpm/', root)
const stamp = new URL('node_modules/.bootstrap', root)

const fail = (message) => {
  console.error(`latchkey: ${message}`)
  process.exit(1)
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Node 20 or newer is needed, this is ${process.versions.node}. See https://nodejs.org`)
}

const wanted = createHash('sha256')
  .update(`${process.platform} ${process.arch}\n`)
  .update(readFileSync(new URL('package-lock.json', packageManager)))
  .update(readFileSync(new URL('pnpm-lock.yaml', root)))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('latchkey: installing packages (only after a change of pnpm-lock.yaml)')
  const install = spawnSync(
    process.execPath,
    [
      fileURLToPath(new URL('main.mjs', packageManager)),
      'install',
      '--frozen-lockfile',
      '--config.confirmModulesPurge=false',
      ...process.argv.slice(2),
    ],
    { cwd: fileURLToPath(root), stdio: 'inherit' },
  )
  if (install.signal) fail(`the installation was interrupted (${install.signal})`)
  if (install.status !== 0)
    fail('packages could not be installed, the lines above say why. Is the npm registry reachable?')
  writeFileSync(stamp, wanted)
}

// A production installation has no compiler: images copy the compiled files.
if (existsSync(new URL('packages/copy/node_modules/@formatjs', root))) {
  const compile = ['scripts/node24.mjs', 'packages/copy/scripts/compile.ts']
  if (spawnSync(process.execPath, compile, { cwd: fileURLToPath(root), stdio: 'inherit' }).status !== 0)
    fail('the catalogue of words could not be compiled, the lines above say why')
}
