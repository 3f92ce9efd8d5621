import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type KeptBuilds, keepBuilds } from './keepBuilds.ts'
import { integrityOf } from './readFiles.ts'

const hour = 3_600_000

/** Creates a folder for builds, and a clock. */
const startPlace = async () => {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-builds-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'kept')
  let now = 1_000_000
  const build = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const listed = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, integrityOf(content)]))
    const manifest = JSON.stringify(listed)
    const built = join(root, createHash('sha256').update(manifest).digest('hex'))
    await mkdir(join(built, 'assets'), { recursive: true })
    for (const [path, content] of Object.entries(files)) await writeFile(join(built, path), content)
    await writeFile(join(built, 'manifest.json'), manifest)
    return built
  }
  const startWith = (built: string, revoked: readonly string[] = []) =>
    keepBuilds({ built, folder, filesOf: (found) => found as never, revoked, now: () => now })
  /** Builds these files, and starts a process with them. */
  const start = async (files: Readonly<Record<string, string>>, revoked?: readonly string[]) =>
    startWith(await build(files), revoked)
  const pass = (ms: number): void => {
    now += ms
  }
  return { folder, build, startWith, start, pass }
}
const textOf = async (builds: KeptBuilds, path: string): Promise<string | undefined> => {
  const file = await builds.find(path)
  return file === undefined ? undefined : Buffer.from(file.bodies.identity).toString()
}

const first = { '/assets/a-1.js': 'one', '/assets/b-1.js': 'shared' }
const second = { '/assets/a-2.js': 'two', '/assets/b-1.js': 'shared' }
const third = { '/assets/a-3.js': 'three' }

test('a newer build serves the files of the one before for a day, and not longer', async () => {
  const { start, pass, folder } = await startPlace()
  await start(first)
  pass(48 * hour)
  const newer = await start(second)
  expect(await textOf(newer, '/assets/a-1.js')).toBe('one')
  pass(24 * hour)
  expect(await textOf(newer, '/assets/a-1.js')).toBe('one')
  pass(hour)
  expect(await textOf(newer, '/assets/a-1.js')).toBeUndefined()
  await start(second)
  expect(await readdir(folder)).toEqual([newer.id])
})

test('the day begins with the first newer build, however many follow, and again after a way back', async () => {
  const { start, pass } = await startPlace()
  await start(first)
  pass(hour)
  await start(second)
  pass(20 * hour)
  const newest = await start(third)
  pass(5 * hour)
  expect([await textOf(newest, '/assets/a-1.js'), await textOf(newest, '/assets/a-2.js')]).toEqual([undefined, 'two'])
  const back = await start(second)
  pass(23 * hour)
  expect(await textOf(back, '/assets/a-3.js')).toBe('three')
})

test('while processes are replaced, one of before serves the files of a newer build too', async () => {
  const { start, pass } = await startPlace()
  const before = await start(first)
  expect(await textOf(before, '/assets/a-2.js')).toBeUndefined()
  await start(second)
  pass(1_000)
  expect(await textOf(before, '/assets/a-2.js')).toBe('two')
})

test('a revoked build is found no more at once, by no process, and does not start', async () => {
  const { start, pass } = await startPlace()
  const before = await start(first)
  const other = await start(second)
  expect(await textOf(other, '/assets/a-1.js')).toBe('one')
  const strict = await start(third, [before.id])
  pass(1_000)
  for (const each of [strict, other]) expect(await textOf(each, '/assets/a-1.js')).toBeUndefined()
  // A file that another build shares stays.
  expect(await textOf(strict, '/assets/b-1.js')).toBe('shared')
  await expect(start(first, [before.id])).rejects.toThrow(`The build ${before.id} is revoked`)
})

test('only files of a manifest are served, as it says they are', async () => {
  const { start, folder } = await startPlace()
  const { id } = await start(first)
  const newer = await start(second)
  await writeFile(join(folder, id, 'assets/a-1.js'), 'changed')
  await writeFile(join(folder, id, 'assets/more.js'), 'more')
  for (const path of ['/assets/a-1.js', '/assets/more.js', '/started', '/manifest.json', '/../kept', '/toString'])
    expect([path, await textOf(newer, path)]).toEqual([path, undefined])
})

test('a build whose manifest was changed is none', async () => {
  const { start, folder } = await startPlace()
  const { id } = await start(first)
  const newer = await start(second)
  await writeFile(join(folder, id, 'assets/a-1.js'), 'evil')
  await writeFile(join(folder, id, 'manifest.json'), JSON.stringify({ '/assets/a-1.js': integrityOf('evil') }))
  expect(await textOf(newer, '/assets/a-1.js')).toBeUndefined()
})

test('processes that start together keep one copy, and nothing else', async () => {
  const { build, startWith, folder } = await startPlace()
  const built = await build(first)
  const started = await Promise.all([startWith(built), startWith(built), startWith(built)])
  expect(await readdir(folder)).toEqual([started[0]?.id])
})

test('a folder that can’t be written is said at the start', async () => {
  const { start, folder } = await startPlace()
  await writeFile(folder, 'a file')
  await expect(start(first)).rejects.toThrow(/^PREVIOUS_BUILDS: .*kept cannot be used \((EEXIST|ENOTDIR)\)$/)
})

test('without a folder a process has its own files only', async () => {
  const { folder, start } = await startPlace()
  const { id } = await start(first)
  const alone = await keepBuilds({ built: join(folder, id), filesOf: () => first })
  expect([alone.id, await alone.find('/assets/a-1.js')]).toEqual([id, undefined])
})
