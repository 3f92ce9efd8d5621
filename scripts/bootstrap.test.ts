import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from './testing/temporaryTree.ts'

/** A repository with a fake npm, which installs a package manager that records its arguments and exits with the code in `exit`. */
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
  expect(installs()).toEqual(['/scripts/pnpm ci --no-audit --no-fund --loglevel=error'])
  write('scripts/pnpm/package-lock.json', '{ "name": "another" }')
  write('npm-exit', '1')
  const failed = run()
  expect([failed.status, calls().length]).toEqual([1, 2])
  expect(failed.stderr).toContain('the package manager could not be installed, or is another than scripts/pnpm names')
})

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, 'pnpm/package-lock.json'), 'utf8'))

test.each<[os: string, cpu: string, libc?: string]>([
  ['linux', 'x64', 'glibc'],
  ['linux', 'arm64', 'glibc'],
  ['linux', 'x64', 'musl'],
  ['linux', 'arm64', 'musl'],
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['win32', 'x64'],
  ['win32', 'arm64'],
])('the lockfile has the hash of what runs on %s %s %s', (os, cpu, libc) => {
  const name = `node_modules/@pnpm/exe.${os}-${cpu}${libc === 'musl' ? '-musl' : ''}`
  expect(packages[name]).toMatchObject({ os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) })
})

test('the lockfile has everything that the package manager could install anywhere, each by a hash of its own', () => {
  const { optionalDependencies, version } = packages['node_modules/pnpm']
  const { '': own, ...others } = packages
  expect(own.dependencies).toEqual({ pnpm: version })
  const names = ['pnpm', ...Object.keys(optionalDependencies)].map((name) => `node_modules/${name}`)
  expect(Object.keys(others).sort()).toEqual(names.sort())
  const hashes = names.map((name) => others[name].integrity)
  for (const hash of hashes) expect(hash).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
  expect(new Set(hashes).size).toBe(names.length)
  // npm's lock records hashes, not URLs, so that a mirror works too.
  expect(JSON.stringify(packages)).not.toContain('"resolved"')
})

test('npm refuses a package manager with another hash than the lockfile has, and nothing of it runs', () => {
  const root = temporaryTree({
    'main.mjs': readFileSync(join(import.meta.dirname, 'pnpm/main.mjs'), 'utf8'),
    'package.json': { private: true, dependencies: { pnpm: 'file:pnpm.tgz' } },
    'package/package.json': { name: 'pnpm', version: '1.0.0', bin: { pnpm: 'pnpm' } },
    'package/pnpm': '#!/bin/sh\necho it runs\n',
  })
  expect(spawnSync('tar', ['-czf', 'pnpm.tgz', 'package'], { cwd: root }).status).toBe(0)
  const hash = createHash('sha512')
    .update(readFileSync(join(root, 'pnpm.tgz')))
    .digest('base64')
  const runWith = (integrity: string) => {
    const own = { version: '1.0.0', resolved: 'file:pnpm.tgz', integrity, bin: { pnpm: 'pnpm' } }
    const packages = { '': { dependencies: { pnpm: 'file:pnpm.tgz' } }, 'node_modules/pnpm': own }
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
    const env = { ...process.env, npm_config_cache: join(root, 'cache'), npm_config_offline: 'true' }
    return spawnSync(process.execPath, [join(root, 'main.mjs')], { encoding: 'utf8', env })
  }
  expect(runWith(`sha512-${hash}`)).toMatchObject({ status: 0, stdout: expect.stringContaining('it runs') })
  const refused = runWith(`sha512-${'A'.repeat(86)}==`)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('EINTEGRITY') })
  expect(refused.stdout).not.toContain('it runs')
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
