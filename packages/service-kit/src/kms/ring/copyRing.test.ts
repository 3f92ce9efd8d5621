import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalKeyRing } from '../localKeyRing.ts'

const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  return { file: join(folder, 'keys', 'ring.json'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
const run = (file: string, word: string, input = '') =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), word], {
    input,
    encoding: 'utf8',
    env: { KEY_RING_FILE: file },
  })

test('a key ring is copied out and back, for its owner only', async () => {
  using at = makeFolder()
  const mac = await openLocalKeyRing(at.file).mac('a purpose', new Uint8Array(1))
  const { stdout, status } = run(at.file, 'export')
  expect(status).toBe(0)
  rmSync(at.file)
  expect(run(at.file, 'import', stdout)).toMatchObject({ status: 0, stdout: 'The key ring is in place\n' })
  const { mode, uid } = statSync(at.file)
  expect([mode & 0o777, uid]).toEqual([0o600, statSync(dirname(at.file)).uid])
  expect(await openLocalKeyRing(at.file).mac('a purpose', new Uint8Array(1))).toEqual(mac)
  // Repeated, with nothing to do.
  expect(run(at.file, 'import', stdout)).toMatchObject({ status: 0, stdout: 'The key ring is in place\n' })
})

test('a ring that is there already stays beside the one that comes', async () => {
  using at = makeFolder()
  using other = makeFolder()
  for (const { file } of [at, other]) await openLocalKeyRing(file).mac('a purpose', new Uint8Array(1))
  const before = readFileSync(at.file, 'utf8')
  const { status, stdout } = run(at.file, 'import', readFileSync(other.file, 'utf8'))
  const [, kept = ''] = /the one before is (\S+)/.exec(stdout) ?? []
  expect([status, readFileSync(kept, 'utf8'), statSync(kept).mode & 0o777]).toEqual([0, before, 0o600])
  expect(readFileSync(at.file, 'utf8')).toBe(readFileSync(other.file, 'utf8'))
})

test.each(['', '{}', 'PGDMP', '{"macKey":"AA","wrappingKeys":[]}'])('%j is no key ring, and is put nowhere', (text) => {
  using at = makeFolder()
  expect(run(at.file, 'import', text)).toMatchObject({
    status: 1,
    stderr: 'This is no key ring: nothing was changed\n',
  })
  expect(existsSync(at.file)).toBe(false)
})

test('what is missing, damaged or asked wrongly is said in a line', () => {
  using at = makeFolder()
  expect(run(at.file, 'export')).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no key ring') })
  expect(run(at.file, 'copy')).toMatchObject({ status: 1, stderr: 'Say export or import\n' })
  mkdirSync(dirname(at.file))
  writeFileSync(at.file, 'junk', { mode: 0o600 })
  for (const word of ['export', 'import'])
    expect(run(at.file, word, '{"macKey":"AA","wrappingKeys":["AA"]}').stderr).toContain('is damaged')
})
