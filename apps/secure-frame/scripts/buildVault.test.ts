import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildVault, type VaultManifest } from './buildVault.ts'

let outDir: string
let manifest: VaultManifest

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  await writeFile(join(outDir, 'of-an-older-build.js'), '')
  manifest = await buildVault({ outDir })
}, 60_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))

const read = (file: string) => readFile(join(outDir, file), 'utf8')

test('one script a realm and the manifest, and nothing else', async () => {
  const expected = [manifest.document.file, manifest.worker.file, 'manifest.json']
  expect((await readdir(outDir)).toSorted()).toEqual(expected.toSorted())
  expect(JSON.parse(await read('manifest.json'))).toEqual(manifest)
})

test('hashes are those of the files', async () => {
  for (const { file, sha256 } of [manifest.document, manifest.worker]) {
    const digest = createHash('sha256').update(await read(file))
    expect(sha256).toBe(`sha256-${digest.copy().digest('base64')}`)
    expect(file).toContain(digest.digest('hex').slice(0, 16))
  }
})

test('the document names its worker and no other address', async () => {
  const script = await read(manifest.document.file)
  expect(script).toContain(`/${manifest.worker.file}`)
  expect(script).not.toMatch(/https?:/)
})

test('no script loads, compiles or imports another', async () => {
  for (const { file } of [manifest.document, manifest.worker]) {
    const script = await read(file)
    expect(script).not.toMatch(
      /\bimport\s*\(|\bimportScripts\b|\beval\s*\(|\bnew Function\b|\brequire\s*\(|sourceMappingURL/,
    )
    expect(script).not.toMatch(/\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/)
  }
})

test('the same source gives the same files', { timeout: 60_000 }, async () => {
  const again = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  try {
    expect(await buildVault({ outDir: again })).toEqual(manifest)
  } finally {
    await rm(again, { recursive: true, force: true })
  }
})
