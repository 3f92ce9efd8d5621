import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { themeTable } from '@latchkey/protocol/theme'
import { expect, test } from 'vitest'
import { describeTheme } from './describeTheme.ts'

const folder = fileURLToPath(new URL('../../../../packages/ui/src', import.meta.url))
const styles = readdirSync(folder)
  .filter((file) => file.endsWith('.css.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')
const reference = describeTheme()

test.each(Object.keys(themeTable))('%s is drawn, and in the reference', (name) => {
  expect(styles).toContain(`var(${name})`)
  expect(reference).toContain(`| \`${name}\` |`)
})
