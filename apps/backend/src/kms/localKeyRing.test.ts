import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decryptValue, encryptValue } from './envelope.ts'
import { openLocalKeyRing } from './localKeyRing.ts'

const context = { purpose: 'auth share', userId: 'u', walletId: 'w', generation: 1, deviceId: 'd' }
const value = new TextEncoder().encode('a share')

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

test.each([0o640, 0o604, 0o644, 0o660])('is refused with permissions %o', (mode) => {
  using at = makeFolder()
  openLocalKeyRing(at.file)
  chmodSync(at.file, mode)
  expect(() => openLocalKeyRing(at.file)).toThrow('chmod 600')
})

test.each(['', '{}', '{"macKey":"AA","wrappingKeys":[]}', 'junk'])(
  'is refused with the content %j, and not replaced',
  (content) => {
    using at = makeFolder()
    openLocalKeyRing(at.file)
    writeFileSync(at.file, content)
    expect(() => openLocalKeyRing(at.file)).toThrow('damaged')
    expect(readFileSync(at.file, 'utf8')).toBe(content)
  },
)

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

test('macs differ by purpose, by data and by ring', async () => {
  using at = makeFolder()
  using other = makeFolder()
  const ring = openLocalKeyRing(at.file)
  const macs = await Promise.all([
    ring.mac('a', value),
    ring.mac('b', value),
    ring.mac('a', value.subarray(1)),
    openLocalKeyRing(other.file).mac('a', value),
  ])
  expect(new Set(macs.map((mac) => Buffer.from(mac).toString('hex'))).size).toBe(4)
})

test('opens nothing in another context, of another ring, or that was changed', async () => {
  using at = makeFolder()
  using other = makeFolder()
  const ring = openLocalKeyRing(at.file)
  const stored = await encryptValue(ring, context, value)
  for (const change of [
    { purpose: 'recovery share' },
    { userId: 'v' },
    { walletId: 'v' },
    { generation: 2 },
    { deviceId: null },
    { extra: 1 },
  ]) {
    await expect(decryptValue(ring, { ...context, ...change }, stored)).rejects.toThrow()
  }
  await expect(decryptValue(openLocalKeyRing(other.file), context, stored)).rejects.toThrow()
  for (let index = 0; index < stored.length; index++) {
    const changed = stored.slice()
    changed[index] = (changed[index] ?? 0) ^ 1
    await expect(decryptValue(ring, context, changed)).rejects.toThrow()
  }
  for (const length of [0, 1, 2, 10, stored.length - 1]) {
    await expect(decryptValue(ring, context, stored.slice(0, length))).rejects.toThrow()
  }
})

test('the same value is never the same twice', async () => {
  using at = makeFolder()
  const ring = openLocalKeyRing(at.file)
  const [one, two] = await Promise.all([encryptValue(ring, context, value), encryptValue(ring, context, value)])
  expect(one).not.toEqual(two)
})
