import fs, { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { decryptValue, encryptValue } from './envelope.ts'
import { openLocalKeyRing } from './localKeyRing.ts'

const context = { purpose: 'auth share', userId: 'u', walletId: 'w', generation: 1, deviceId: 'd' }
const value = new TextEncoder().encode('a share')

/** Creates a ring by encrypting with it. */
const makeRing = (file: string) => encryptValue(openLocalKeyRing(file), context, value)

const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  return { file: join(folder, 'keys', 'api.json'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('is made at first, for its owner alone, and found again', async () => {
  using at = makeFolder()
  const stored = await encryptValue(openLocalKeyRing(at.file), context, value)
  expect(statSync(at.file).mode & 0o777).toBe(0o600)
  expect(await decryptValue(openLocalKeyRing(at.file), context, stored)).toEqual(value)
})

test.each([0o640, 0o604, 0o644, 0o660])('is refused with permissions %o', async (mode) => {
  using at = makeFolder()
  await makeRing(at.file)
  chmodSync(at.file, mode)
  expect(() => openLocalKeyRing(at.file)).toThrow('chmod 600')
})

test.each(['', '{}', '{"macKey":"AA","wrappingKeys":[]}', 'junk'])(
  'is refused with the content %j, and not replaced',
  async (content) => {
    using at = makeFolder()
    await makeRing(at.file)
    writeFileSync(at.file, content)
    expect(() => openLocalKeyRing(at.file)).toThrow('damaged')
    expect(readFileSync(at.file, 'utf8')).toBe(content)
  },
)

test('is not made where something is to be opened: what a new one closes is not what the old one did', async () => {
  using at = makeFolder()
  const stored = await makeRing(at.file)
  rmSync(at.file)
  await expect(decryptValue(openLocalKeyRing(at.file), context, stored)).rejects.toThrow('is missing')
  expect(existsSync(at.file)).toBe(false)
})

test('is one and the same for processes that start together', async () => {
  using at = makeFolder()
  const rings = [1, 2, 3].map(() => openLocalKeyRing(at.file))
  const stored = await Promise.all(rings.map((ring) => encryptValue(ring, context, value)))
  for (const ring of rings) for (const each of stored) expect(await decryptValue(ring, context, each)).toEqual(value)
})

test('opens what older keys closed, and closes with the newest', async () => {
  using at = makeFolder()
  const ring = openLocalKeyRing(at.file)
  const old = await encryptValue(ring, context, value)
  const mac = await ring.mac('email code', value)
  for (let round = 0; round < 2; round++) {
    await ring.prepare()
    await ring.rotate()
  }
  const fresh = await encryptValue(ring, context, value)
  const reopened = openLocalKeyRing(at.file)
  expect(await decryptValue(reopened, context, old)).toEqual(value)
  expect(await decryptValue(reopened, context, fresh)).toEqual(value)
  expect([...old.subarray(2, 4), ...fresh.subarray(2, 4)]).toEqual([0, 0, 0, 2])
  expect(await reopened.mac('email code', value)).toEqual(mac)
})

test('the same value is never the same twice', async () => {
  using at = makeFolder()
  const ring = openLocalKeyRing(at.file)
  const [one, two] = await Promise.all([encryptValue(ring, context, value), encryptValue(ring, context, value)])
  expect(one).not.toEqual(two)
})

/** Records every file and folder that was synced, and every rename, in order. */
const watchDisk = () => {
  const paths = new Map<number, string>()
  const done: string[] = []
  const { openSync, fsyncSync, linkSync, renameSync } = fs
  const named = (path: unknown) => basename(String(path)).replace(/\.[0-9a-f-]{36}$/, '.new')
  const spies = [
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
      const file = openSync(path, ...rest)
      paths.set(file, named(path))
      return file
    }),
    vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      fsyncSync(file)
      done.push(`sync ${paths.get(file)}`)
    }),
    vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
      linkSync(from, to)
      done.push(`name ${named(to)}`)
    }),
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      renameSync(from, to)
      done.push(`name ${named(to)}`)
    }),
  ]
  syncBuiltinESMExports()
  return {
    done: () => done.splice(0),
    [Symbol.dispose]() {
      for (const spy of spies) spy.mockRestore()
      syncBuiltinESMExports()
    },
  }
}

test('is on disk, content and name, before anything is closed by it', async () => {
  using at = makeFolder()
  using disk = watchDisk()
  const ring = openLocalKeyRing(at.file)
  await encryptValue(ring, context, value)
  const above = basename(dirname(dirname(at.file)))
  const replaced = 'sync api.json.new, name api.json, sync keys'
  expect(disk.done().join(', ')).toMatch(`sync ${above}, ${replaced}`)
  await ring.prepare()
  expect(disk.done().join(', ')).toMatch(replaced)
  await ring.rotate()
  expect(disk.done().join(', ')).toMatch(replaced)
})

test('that another process has made is on disk before this one closes anything by it', async () => {
  using at = makeFolder()
  const late = openLocalKeyRing(at.file)
  await makeRing(at.file)
  using disk = watchDisk()
  await encryptValue(late, context, value)
  expect(disk.done()).toContain('sync keys')
})

test('a prepared key closes nothing, and a backup that has it opens what it closes later', async () => {
  using at = makeFolder()
  const ring = openLocalKeyRing(at.file)
  await makeRing(at.file)
  await ring.prepare()
  await ring.prepare()
  const backup = readFileSync(at.file, 'utf8')
  expect((await encryptValue(ring, context, value)).subarray(2, 4)).toEqual(new Uint8Array([0, 0]))
  await ring.rotate()
  const stored = await encryptValue(ring, context, value)
  expect(stored.subarray(2, 4)).toEqual(new Uint8Array([0, 1]))
  writeFileSync(at.file, backup)
  expect(await decryptValue(openLocalKeyRing(at.file), context, stored)).toEqual(value)
})

test('without a prepared key a rotation changes nothing', async () => {
  using at = makeFolder()
  await makeRing(at.file)
  const before = readFileSync(at.file, 'utf8')
  await openLocalKeyRing(at.file).rotate()
  expect(readFileSync(at.file, 'utf8')).toBe(before)
})
