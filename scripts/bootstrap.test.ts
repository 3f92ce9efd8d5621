import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from './testing/temporaryTree.ts'

/** A house with a stand-in for npx that notes its arguments and ends with the code in `npx-exit`. */
const house = () => {
  const root = temporaryTree({
    'scripts/bootstrap.mjs': readFileSync(join(import.meta.dirname, 'bootstrap.mjs'), 'utf8'),
    'pnpm-lock.yaml': 'lockfileVersion: 9',
    'npx-exit': '0',
    'bin/npx': `#!/bin/sh\necho "$@" >> npx-calls\nmkdir -p node_modules\nexit $(cat npx-exit)\n`,
  })
  chmodSync(join(root, 'bin/npx'), 0o755)
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...words], { encoding: 'utf8', env })
  const calls = (): string[] => {
    const path = join(root, 'npx-calls')
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }
  return { run, calls, write: (path: string, content: string) => writeFileSync(join(root, path), content) }
}

test('packages are installed once for a lockfile, with the pinned package manager', () => {
  const { run, calls, write } = house()
  expect(run().status).toBe(0)
  expect(calls()).toEqual(['--yes pnpm@12.21.0 install --frozen-lockfile --config.confirmModulesPurge=false'])
  expect(run().stdout).toBe('')
  expect(calls()).toHaveLength(1)
  write('pnpm-lock.yaml', 'lockfileVersion: 10')
  run()
  expect(calls()).toHaveLength(2)
})

test('an image installs a part', () => {
  const { run, calls } = house()
  expect(run('--prod', '--filter', 'one').status).toBe(0)
  expect(calls()).toEqual([expect.stringMatching(/ install --frozen-lockfile .* --prod --filter one$/)])
})

test('an installation that fails is told in one line, and tried again the next time', () => {
  const { run, calls, write } = house()
  write('npx-exit', '1')
  const failed = run()
  expect(failed.status).toBe(1)
  expect(failed.stderr).toBe(
    'latchkey: packages could not be installed, the lines above say why. Is the npm registry reachable?\n',
  )
  write('npx-exit', '0')
  expect(run().status).toBe(0)
  expect(calls()).toHaveLength(2)
})
