import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

const filesOf = ({ document, worker, screens, kdf }: VaultManifest) => [document, worker, screens, kdf]

test('the scripts and the manifest, and nothing else', async () => {
  const expected = [...filesOf(manifest).map(({ file }) => file), 'manifest.json']
  expect((await readdir(outDir)).toSorted()).toEqual(expected.toSorted())
  expect(JSON.parse(await read('manifest.json'))).toEqual(manifest)
})

test('hashes are those of the files', async () => {
  for (const { file, sha256 } of filesOf(manifest)) {
    const digest = createHash('sha256').update(await read(file))
    expect(sha256).toBe(`sha256-${digest.copy().digest('base64')}`)
    expect(file).toContain(digest.digest('hex').slice(0, 16))
  }
})

test('the document names the other scripts and no other address', async () => {
  const script = await read(manifest.document.file)
  for (const { file } of [manifest.worker, manifest.screens, manifest.kdf]) expect(script).toContain(`/${file}`)
  expect(script).toContain(manifest.screens.sha256)
  expect(script).not.toMatch(/https?:/)
})

test('WebAssembly is in the worker of passphrases alone', async () => {
  const holding = await Promise.all(
    filesOf(manifest).map(async ({ file }) => ((await read(file)).includes('WebAssembly') ? [file] : [])),
  )
  expect(holding.flat()).toEqual([manifest.kdf.file])
})

test('errors are named and not worded: the catalogue is where they are read', async () => {
  const messages = Object.values(catalogue).map(({ message }) => message)
  const worker = await read(manifest.worker.file)
  expect(worker).toContain('RECOVERY_NEEDED')
  expect(messages.filter((message) => worker.includes(message))).toEqual([])
})

test('no script loads, compiles or imports another', async () => {
  for (const { file } of filesOf(manifest)) {
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

test.each([
  [true, true],
  [false, false],
])('buildVault › with development %j has the pseudo-locale: %j', async (development, isThere) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { screens } = await buildVault({ outDir: folder, development })
  expect((await readFile(join(folder, screens.file), 'utf8')).includes('en-XA')).toBe(isThere)
})
