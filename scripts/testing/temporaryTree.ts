import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder with these files, path to content (objects as JSON), that is deleted after the test. */
export const temporaryTree = (files: Readonly<Record<string, string | object>>): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-tree-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}
