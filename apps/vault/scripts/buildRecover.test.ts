import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildRecover, recoverPath } from './buildRecover.ts'

test('the published opener is the one that this source builds: npm run docs:recover', async () => {
  const [published, built] = await Promise.all([readFile(recoverPath, 'utf8'), buildRecover()])
  // Compared by hash: the texts are long, and a diff is useless.
  expect(createHash('sha256').update(published).digest('hex')).toBe(createHash('sha256').update(built).digest('hex'))
})

test('it holds one script, which its policy names, and loads and sends nothing', async () => {
  const html = await buildRecover()
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(html.replace(script, '')).not.toMatch(/\b(?:src|href)=|https?:/)
  expect(script).not.toMatch(/\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\s*\(/)
})
