import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDocsApp } from './createDocsApp.ts'

const script = 'document.documentElement.classList.add("dark")'
const page = (text: string) =>
  `<!doctype html><script src="/assets/app.1a2b.js"></script><script id="dark">${script}</script>${text}`

const docs = () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
  for (const inner of ['assets', 'alerts']) mkdirSync(join(folder, inner))
  writeFileSync(join(folder, 'index.html'), page('Home'))
  writeFileSync(join(folder, '404.html'), page('Not here'))
  writeFileSync(join(folder, 'alerts.html'), page('Alerts'))
  writeFileSync(join(folder, 'alerts/apkt002.html'), page('The origin'))
  writeFileSync(join(folder, 'alerts/apkt002.md'), '# The origin')
  writeFileSync(join(folder, 'assets/app.1a2b.js'), 'export {}')
  return createDocsApp(folder)
}

test.each([
  ['/', 200, 'Home'],
  ['/alerts', 200, 'Alerts'],
  ['/alerts/apkt002', 200, 'The origin'],
  ['/alerts/apkt002.md', 200, '# The origin'],
  ['/alerts/none', 404, 'Not here'],
  ['/../package.json', 404, 'Not here'],
])('%s answers %i with %s', async (path, status, text) => {
  const response = await docs().request(path)
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
})

test('the documents run their own scripts and nothing else', async () => {
  const policy = (await docs().request('/alerts')).headers.get('content-security-policy') ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${hash}';`)
})

test('hashed files are kept, documents are asked for again', async () => {
  const app = docs()
  const kept = async (path: string) => (await app.request(path)).headers.get('cache-control')
  expect(await kept('/assets/app.1a2b.js')).toBe('public, max-age=31536000, immutable')
  expect(await kept('/assets/none.js')).toBe('no-cache')
  expect(await kept('/alerts')).toBe('no-cache')
})
