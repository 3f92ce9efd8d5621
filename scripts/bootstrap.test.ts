import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from './testing/temporaryTree.ts'

/** A house with a stand-in for npm, which installs a package manager that notes its arguments and ends with the code in `exit`. */
const house = () => {
  const root = temporaryTree({
    'scripts/bootstrap.mjs': readFileSync(join(import.meta.dirname, 'bootstrap.mjs'), 'utf8'),
    'pnpm-lock.yaml': 'lockfileVersion: 9',
    'scripts/pnpm/main.mjs': readFileSync(join(import.meta.dirname, 'pnpm/main.mjs'), 'utf8'),
    'scripts/pnpm/package-lock.json': '{}',
    exit: '0',
    'npm-exit': '0',
    'bin/npm': `#!/bin/sh
echo "$PWD $@" >> ../../npm-calls
mkdir -p node_modules/.bin
cp ../../bin/pnpm node_modules/.bin/pnpm
exit $(cat ../../npm-exit)
`,
    'bin/pnpm': `#!/bin/sh\necho "$@" >> calls\nmkdir -p node_modules\nexit $(cat exit)\n`,
  })
  for (const name of ['npm', 'pnpm']) chmodSync(join(root, 'bin', name), 0o755)
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...words], { encoding: 'utf8', env })
  const lines = (name: string): string[] => {
    const path = join(root, name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }
  const calls = () => lines('calls')
  const installs = () => lines('npm-calls').map((line) => line.replace(root, ''))
  return { run, calls, installs, write: (path: string, content: string) => writeFileSync(join(root, path), content) }
}

test('packages are installed once for a lockfile, with the pinned package manager', () => {
  const { run, calls, write } = house()
  expect(run().status).toBe(0)
  expect(calls()).toEqual(['install --frozen-lockfile --config.confirmModulesPurge=false'])
  expect(run().stdout).toBe('')
  expect(calls()).toHaveLength(1)
  write('pnpm-lock.yaml', 'lockfileVersion: 10')
  run()
  expect(calls()).toHaveLength(2)
})

test('the package manager comes by the hashes of its own lockfile, once for each', () => {
  const { run, calls, installs, write } = house()
  run()
  write('pnpm-lock.yaml', 'lockfileVersion: 10')
  run()
  expect(installs()).toEqual(['/scripts/pnpm install --no-save --no-audit --no-fund --loglevel=error'])
  write('scripts/pnpm/package-lock.json', '{ "name": "another" }')
  write('npm-exit', '1')
  const failed = run()
  expect([failed.status, calls().length]).toEqual([1, 2])
  expect(failed.stderr).toContain('the package manager could not be installed, or is another than scripts/pnpm names')
})

test('the lockfile has the hashes of what our images and CI run', () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, 'pnpm/package-lock.json'), 'utf8'))
  for (const name of ['pnpm', '@pnpm/exe.linux-x64', '@pnpm/exe.linux-arm64'])
    expect(packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/)
  // What npm resolves is not where, so that a mirror serves as well.
  expect(JSON.stringify(packages)).not.toContain('"resolved"')
})

test('an image installs a part', () => {
  const { run, calls } = house()
  expect(run('--prod', '--filter', 'one').status).toBe(0)
  expect(calls()).toEqual([expect.stringMatching(/^install --frozen-lockfile .* --prod --filter one$/)])
})

test('an installation that fails is told in one line, and tried again the next time', () => {
  const { run, calls, write } = house()
  write('exit', '1')
  const failed = run()
  expect(failed.status).toBe(1)
  expect(failed.stderr).toBe(
    'latchkey: packages could not be installed, the lines above say why. Is the npm registry reachable?\n',
  )
  write('exit', '0')
  expect(run().status).toBe(0)
  expect(calls()).toHaveLength(2)
})
