import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { affectedTests, changedFiles, reachedFrom } from './affectedTests.ts'
import { temporaryTree } from './temporaryTree.ts'

const repository = (files: Readonly<Record<string, string>>): string => {
  const root = temporaryTree(files)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: root })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=first')
  return root
}

test('reaches importers through importers, also where they import each other', () => {
  const importers = new Map([
    ['a.ts', { fixed: ['b.ts'], lazy: ['c.ts'] }],
    ['b.ts', { fixed: ['a.ts', 'b.test.ts'], lazy: [] }],
  ])
  expect([...reachedFrom(['a.ts'], importers)]).toEqual(['a.ts', 'b.ts', 'b.test.ts'])
  expect([...reachedFrom(['a.ts'], importers, true)]).toEqual(['a.ts', 'b.ts', 'c.ts', 'b.test.ts'])
})

test('finds changed files and files that are not added yet, and no deleted ones', () => {
  const root = repository({ 'a.ts': '', 'b.ts': '' })
  execFileSync('rm', ['b.ts'], { cwd: root })
  writeFileSync(join(root, 'a.ts'), 'changed')
  writeFileSync(join(root, 'c.ts'), '')
  expect(changedFiles(root)).toEqual(['a.ts', 'c.ts'])
})

test('names the tests that import a changed file, and journeys for changes in e2e alone', () => {
  const root = repository({
    'apps/modal/src/view.ts': 'export const view = 1',
    'apps/modal/src/views.ts': "export { view } from './view.ts'",
    'apps/modal/src/views.test.ts': "import './views.ts'",
    'apps/modal/src/other.test.ts': 'export const other = 1',
    'apps/modal/package.json': '{ "name": "@latchkey/modal", "exports": { "./views": "./src/views.ts" } }',
    'packages/kit/package.json':
      '{ "name": "@latchkey/kit", "exports": { "./test/*": "./test/*.ts", "./*": "./src/*.ts" } }',
    'packages/kit/test/clock.ts': "import '../../../apps/modal/src/view.ts'",
    'apps/api/src/clock.test.ts': "import '@latchkey/kit/test/clock'",
    'apps/api/src/time.test.ts': "import '@latchkey/kit/clock'",
    'apps/demo/src/demo.test.ts': "const views = await import('@latchkey/modal/views')",
    'e2e/pages/Modal.ts': 'export const modal = 1',
    'e2e/journeys/main.spec.ts': "import '../pages/Modal.ts'\nimport '../../apps/modal/src/views.ts'",
  })
  writeFileSync(join(root, 'apps/modal/src/view.ts'), 'export const view = 2')
  const inProduct = ['apps/api/src/clock.test.ts', 'apps/demo/src/demo.test.ts', 'apps/modal/src/views.test.ts']
  expect(affectedTests(root)).toEqual(inProduct)
  writeFileSync(join(root, 'e2e/pages/Modal.ts'), 'export const modal = 2')
  expect(affectedTests(root)).toEqual([...inProduct, 'e2e/journeys/main.spec.ts'])
})

test('of a view that is loaded later, names the tests beside it and beside what loads it', () => {
  const root = repository({
    'apps/modal/src/views/Shell.tsx': "export const load = () => import('./send/Send.tsx')",
    'apps/modal/src/views/send/Send.tsx': "export { amount } from './amount.ts'",
    'apps/modal/src/views/send/amount.ts': 'export const amount = 1',
    'apps/modal/src/views/send/send.test.ts': "import '../Shell.tsx'",
    'apps/modal/src/views/views.test.ts': "import './Shell.tsx'",
    'apps/modal/src/views/account/account.test.ts': "import '../Shell.tsx'",
    'apps/modal/src/wagmi.test.ts': "import './views/Shell.tsx'",
    'apps/modal/src/amounts.test.ts': "import './views/send/amount.ts'",
  })
  writeFileSync(join(root, 'apps/modal/src/views/send/amount.ts'), 'export const amount = 2')
  expect(affectedTests(root)).toEqual([
    'apps/modal/src/amounts.test.ts',
    'apps/modal/src/views/send/send.test.ts',
    'apps/modal/src/views/views.test.ts',
  ])
  writeFileSync(
    join(root, 'apps/modal/src/views/Shell.tsx'),
    "export const load = () => import('./send/Send.tsx') // now",
  )
  expect(affectedTests(root)).toContain('apps/modal/src/wagmi.test.ts')
})

test('of a changed sentence, names the tests of what imports its feature', () => {
  const root = repository({
    'packages/copy/package.json': '{ "name": "@latchkey/copy", "exports": { "./*": "./generated/*.ts" } }',
    'packages/copy/en/send.json': '{}',
    'apps/modal/src/send.ts': "import { t } from '@latchkey/copy/send'",
    'apps/modal/src/send.test.ts': "import './send.ts'",
    'apps/modal/src/receive.test.ts': "import { t } from '@latchkey/copy/receive'",
  })
  writeFileSync(join(root, 'packages/copy/en/send.json'), '{ "title": "Send" }')
  expect(affectedTests(root)).toEqual(['apps/modal/src/send.test.ts'])
})
