import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('the README shows the integration that the demo runs, to the letter', () => {
  for (const file of ['settings.ts', 'latchkey.ts'])
    expect(read('README.md')).toContain(`\`\`\`ts\n${read(`apps/demo/src/${file}`)}\`\`\``)
})

test('every file that the README leads to exists', () => {
  const targets = [...read('README.md').matchAll(/\]\(([\w./-]+)\)|src="([\w./-]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  expect(targets.length).toBeGreaterThan(10)
  for (const target of targets)
    expect(() => readFileSync(new URL(`../${target}`, import.meta.url))).not.toThrow(/ENOENT/)
})
