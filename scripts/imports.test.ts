import { expect, test } from 'vitest'
import { checkImports } from './imports.ts'
import { temporaryTree } from './testing/temporaryTree.ts'

const failuresOf = async (files: Record<string, string>): Promise<string[]> =>
  (await checkImports(temporaryTree(files))).failures

test('a tree that keeps the rules has no failures', async () => {
  const report = await checkImports(
    temporaryTree({
      'packages/protocol/src/errors.ts': 'export const catalogue = {}',
      'packages/chains/src/index.ts':
        "import { catalogue } from '../../protocol/src/errors.ts'\nexport const c = catalogue",
      'packages/chains/src/index.test.ts': "import '../../../apps/modal/src/index.ts'",
      'apps/modal/src/index.ts': "import { c } from '../../../packages/chains/src/index.ts'\nexport const m = c",
    }),
  )
  expect(report).toEqual({ cruised: 3, failures: [] })
})

test('a planted cycle is found, also one of types alone', async () => {
  const files = {
    'packages/ui/src/a.ts': "import type { B } from './b.ts'\nexport type A = B",
    'packages/ui/src/b.ts': "import type { A } from './c.tsx'\nexport type B = A",
    'packages/ui/src/c.tsx': "import type { A as X } from './a.ts'\nexport type A = X",
  }
  expect((await failuresOf(files))[0]).toMatch(/^no cycles: packages\/ui\/src\/a\.ts > .*packages\/ui\/src\/a\.ts$/)
})

test.each([
  ['packages/protocol/src/a.ts', 'packages/chains/src/b.ts'],
  ['packages/chains/src/a.ts', 'packages/protocol/src/requests.ts'],
  ['packages/ui/src/a.ts', 'packages/chains/src/b.ts'],
  ['packages/ui/src/a.ts', 'packages/protocol/src/requests.ts'],
  ['apps/backend/src/a.ts', 'packages/ui/src/b.ts'],
  ['apps/modal/src/a.ts', 'apps/secure-frame/src/b.ts'],
  ['apps/secure-frame/src/a.ts', 'apps/modal/src/index.ts'],
  ['apps/vault/src/a.ts', 'apps/secure-frame/src/b.ts'],
  ['apps/vault/test/a.ts', 'apps/secure-frame/test/index.ts'],
  ['apps/vault/src/a.ts', 'packages/ui/src/b.ts'],
  ['apps/vault/src/a.ts', 'packages/document-server/src/b.ts'],
  ['apps/secure-frame/src/a.ts', 'apps/vault/server/index.ts'],
  ['packages/vault-protocol/src/a.ts', 'packages/chains/src/b.ts'],
  ['apps/demo/src/a.ts', 'apps/modal/src/state/b.ts'],
  ['packages/chains/src/a.ts', 'apps/modal/src/index.ts'],
  ['e2e/pages/a.ts', 'infra/local/src/chain/b.ts'],
  ['apps/modal/src/views/a.tsx', 'apps/modal/src/connectors/b.ts'],
  ['apps/modal/src/state/a.ts', 'apps/modal/src/views/b.tsx'],
  ['apps/backend/src/api/auth/routes.ts', 'apps/backend/src/api/auth/store.ts'],
  ['apps/backend/src/api/auth/store.ts', 'apps/backend/src/api/auth/service.ts'],
])('%s may not import %s', async (from, to) => {
  const up = '../'.repeat(from.split('/').length - 1)
  const failures = await failuresOf({
    [from]: `import { x } from '${up}${to}'\nexport const y = x`,
    [to]: 'export const x = 1',
  })
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain(`${from} > ${to}`)
})

test.each([
  ['apps/demo/src/a.ts', 'apps/modal/src/index.ts'],
  ['infra/local/src/a.ts', 'apps/backend/src/index.ts'],
  ['infra/local/src/a.ts', 'apps/secure-frame/server/index.ts'],
  ['apps/secure-frame/server/startFrameServer.ts', 'apps/vault/server/index.ts'],
  ['apps/vault/src/a.ts', 'packages/vault-protocol/src/b.ts'],
  ['e2e/pages/a.ts', 'infra/local/src/index.ts'],
  ['apps/modal/src/views/a.tsx', 'apps/modal/src/state/b.ts'],
  ['apps/modal/build.ts', 'scripts/sizes.ts'],
])('%s may import %s', async (from, to) => {
  const up = '../'.repeat(from.split('/').length - 1) || './'
  expect(
    await failuresOf({ [from]: `import { x } from '${up}${to}'\nexport const y = x`, [to]: 'export const x = 1' }),
  ).toEqual([])
})

test('an import of a file that does not exist is found', async () => {
  expect(await failuresOf({ 'packages/ui/src/a.ts': "import './gone.ts'" })).toEqual([
    'everything is found: packages/ui/src/a.ts > ./gone.ts',
  ])
})

test('source files that the tool did not read are failures', async () => {
  const root = temporaryTree({ 'packages/ui/src/a.ts': 'export const a = 1' })
  const blind = { forbidden: [], options: { exclude: { path: '[.]ts$' } } }
  expect(await checkImports(root, blind)).toEqual({
    cruised: 0,
    failures: ['packages/ui/src/a.ts was not read: its imports are unchecked'],
  })
})
