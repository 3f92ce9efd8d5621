import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildRecover } from './buildRecover.ts'

test('it holds one script, which its policy names, and loads and sends nothing', async () => {
  const html = await buildRecover()
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(html.replace(script, '')).not.toMatch(/\b(?:src|href)=|https?:/)
  expect(script).not.toMatch(/\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\s*\(/)
})
