import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryTree } from './testing/temporaryTree.ts'

const root = join(import.meta.dirname, '..')
const launcher = join(import.meta.dirname, 'node24.mjs')

/** Returns the arguments that launch a script with this source. Scripts are named relative to the root of the repository. */
const launching = (source: string): string[] => [
  launcher,
  relative(root, join(temporaryTree({ 'a.ts': source }), 'a.ts')),
]

/** Prints its process id and waits. */
const waiting = 'process.stdout.write(String(process.pid)); setInterval(() => undefined, 60_000)'

const firstOutput = async (child: ChildProcess): Promise<string> => {
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return chunk.toString()
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('TypeScript runs on Node 24 with the arguments', () => {
  const source =
    'const major: number = parseInt(process.versions.node); console.log(major >= 24, process.argv.slice(2))'
  const { stdout } = spawnSync(process.execPath, [...launching(source), '--fresh', 'b'], { encoding: 'utf8' })
  expect(stdout).toBe("true [ '--fresh', 'b' ]\n")
})

test('the exit code is passed on', () => {
  expect(spawnSync(process.execPath, launching('process.exit(7)')).status).toBe(7)
})

test('a signal reaches the script, and what it does about it counts', async () => {
  const source = `process.once('SIGTERM', () => process.exit(3)); ${waiting}`
  const child = spawn(process.execPath, launching(source))
  await firstOutput(child)
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(3)
})

test('a script that dies of a signal gives 128 and its number', async () => {
  const child = spawn(process.execPath, launching(waiting))
  process.kill(Number(await firstOutput(child)), 'SIGKILL')
  expect((await once(child, 'exit'))[0]).toBe(137)
})

test('the script ends when its launcher is killed', async () => {
  const child = spawn(process.execPath, launching(waiting))
  const pid = Number(await firstOutput(child))
  child.kill('SIGKILL')
  while (isRunning(pid)) await sleep(50)
})

test('the script ends when npm is killed and a shell between stays', async () => {
  // The second command keeps the shell from turning into the first.
  const npm = `require('child_process').spawn('sh', ['-c', '"$@"; true', 'sh', ...process.argv.slice(1)], { stdio: 'inherit' })`
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const child = spawn(process.execPath, ['-e', npm, process.execPath, ...launching(waiting)], { env })
  const pid = Number(await firstOutput(child))
  child.kill('SIGKILL')
  while (isRunning(pid)) await sleep(50)
})

test('a missing script is told in one line', () => {
  const { stderr, status } = spawnSync(process.execPath, [launcher], { encoding: 'utf8' })
  expect([stderr, status]).toEqual(['latchkey: usage: node scripts/node24.mjs <script> [arguments]\n', 1])
})
