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
    ['a.ts', ['b.ts']],
    ['b.ts', ['a.ts', 'b.test.ts']],
  ])
  expect([...reachedFrom(['a.ts'], importers)]).toEqual(['a.ts', 'b.ts', 'b.test.ts'])
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
