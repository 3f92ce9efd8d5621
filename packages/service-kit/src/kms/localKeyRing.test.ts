import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decryptValue, encryptValue } from './envelope.ts'
import { openLocalKeyRing } from './localKeyRing.ts'

const context = { purpose: 'auth share', userId: 'u', walletId: 'w', generation: 1, deviceId: 'd' }
const value = new TextEncoder().encode('a share')

/** A ring that has closed something. */
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
  await ring.rotate()
  await ring.rotate()
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
