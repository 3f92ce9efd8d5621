import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { integrityOf, readFiles } from './readFiles.ts'

const folderWith = async (files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

describe('readFiles', () => {
  test('holds each file in every encoding', async () => {
    const text = 'export const answer = 42\n'.repeat(50)
    const files = await readFiles(await folderWith({ 'a.js': text }), { '/a.js': integrityOf(text) })
    const bodies = files.get('/a.js')?.bodies
    if (bodies === undefined) throw new Error('The file is missing')
    expect(Buffer.from(bodies.identity).toString()).toBe(text)
    expect(gunzipSync(bodies.gzip).toString()).toBe(text)
    expect(brotliDecompressSync(bodies.br).toString()).toBe(text)
    expect(files.get('/a.js')?.contentType).toBe('text/javascript; charset=utf-8')
  })

  test('refuses a file that was changed, is missing, or is of a type that is not served', async () => {
    const folder = await folderWith({ 'a.js': 'changed', 'b.html': '<p>' })
    await expect(readFiles(folder, { '/a.js': integrityOf('built') })).rejects.toThrow('/a.js is not the file')
    await expect(readFiles(folder, { '/c.js': integrityOf('') })).rejects.toThrow('c.js')
    await expect(readFiles(folder, { '/b.html': integrityOf('<p>') })).rejects.toThrow('/b.html has a type')
  })
})
