import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usage } from './runCli.ts'

const latchkey = (...args: string[]) => {
  const main = join(import.meta.dirname, 'main.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('latchkey --version prints the version of the package', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  expect(latchkey('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('latchkey prints its usage with --help and without arguments', () => {
  const printed = { status: 0, stdout: `${usage}\n`, stderr: '' }
  expect(latchkey('--help')).toEqual(printed)
  expect(latchkey()).toEqual(printed)
})

test.each([
  ['a command', 'command', 'frobnicate'],
  ['an option', 'option', '--frobnicate'],
])('latchkey names %s that does not exist, and exits with 2', (_, kind, name) => {
  expect(latchkey(name, '--help')).toEqual({
    status: 2,
    stdout: '',
    stderr: `latchkey: There is no ${kind} "${name}". Run latchkey --help to see what there is.\n`,
  })
})
