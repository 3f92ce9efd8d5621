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
  expect(report).toMatchObject({ cruised: 3, failures: [] })
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
  ['apps/api/src/a.ts', 'packages/ui/src/b.ts'],
  ['packages/service-kit/src/db/a.ts', 'apps/api/src/index.ts'],
  ['apps/custody/src/a.ts', 'packages/service-kit/test/b.ts'],
  ['apps/combined/src/a.ts', 'apps/custody/src/email/b.ts'],
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
  ['apps/modal/src/parts/a.tsx', 'apps/modal/src/views/b.tsx'],
  ['apps/api/src/createApiHandlers.ts', 'apps/api/src/walletStore.ts'],
  ['apps/api/src/walletStore.ts', 'apps/api/src/wallet/walletService.ts'],
  ['apps/api/src/wallet/walletService.ts', 'apps/api/src/createApiApp.ts'],
  ['apps/custody/src/email/attemptStore.ts', 'apps/custody/src/email/startEmail.ts'],
  ['apps/custody/src/email/startEmail.ts', 'apps/custody/src/createCustodyHandlers.ts'],
  ['apps/modal/src/views/a.ts', 'apps/modal/src/views/b.fixture.ts'],
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
  ['infra/local/src/a.ts', 'apps/combined/src/index.ts'],
  ['apps/combined/src/a.ts', 'apps/custody/src/index.ts'],
  ['apps/combined/test/harness.ts', 'apps/api/src/wallet/b.ts'],
  ['apps/custody/src/a.ts', 'packages/service-kit/src/db/b.ts'],
  ['apps/custody/src/a.fixture.ts', 'packages/service-kit/test/b.ts'],
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
    vacuous: [],
  })
})

test('a cycle among fixtures is found, also through a file that declares with `using`', async () => {
  const files = {
    'packages/ui/src/a.fixture.ts': "import { b } from './b.fixture.ts'\nexport const a = () => { using _ = b() }",
    'packages/ui/src/b.fixture.ts': "import type { a } from './a.fixture.ts'\nexport const b = (): typeof a => null!",
  }
  expect((await failuresOf(files))[0]).toMatch(/^no cycles: packages\/ui\/src\/a\.fixture\.ts > /)
})

test.each(['api', 'custody', 'combined'])('an authority cannot import %s, not even from a fixture', async (app) => {
  const other = app === 'api' ? 'custody' : 'api'
  const failures = await failuresOf({
    [`apps/${other}/src/a.ts`]: `import { x } from '../../${app}/src/index.ts'\nexport const y = x`,
    [`apps/${other}/src/b.fixture.ts`]: `import type { x } from '../../${app}/src/index.ts'\nexport type Y = typeof x`,
    [`apps/${app}/src/index.ts`]: 'export const x = 1',
  })
  const rule = /^api and custody import neither each other/
  expect(failures.filter((failure) => rule.test(failure))).toHaveLength(2)
})

test('a pattern that matches no file is vacuous, wherever it stands in a rule', async () => {
  const root = temporaryTree({
    'packages/ui/src/a.ts': 'export const a = 1',
    'packages/ui/src/b.ts': 'export const b = 1',
  })
  const rule = (from: object, to: object) => ({ name: 'layers', severity: 'error', from, to }) as const
  const vacuousOf = async (from: object, to: object) =>
    (await checkImports(root, { forbidden: [rule(from, to)], options: {} })).vacuous
  const [a, b, gone] = ['/a[.]ts$', '/b[.]ts$', '/routes[.]ts$']
  const failure = ['layers: /routes[.]ts$ matches no file']
  expect(await vacuousOf({ path: a }, { path: b })).toEqual([])
  expect(await vacuousOf({ path: gone }, { path: b })).toEqual(failure)
  expect(await vacuousOf({ path: a }, { path: gone })).toEqual(failure)
  expect(await vacuousOf({ path: a, pathNot: gone }, { path: b })).toEqual(failure)
  expect(await vacuousOf({ path: a }, { path: b, pathNot: [b, gone] })).toEqual(failure)
  // The text of another pattern's group is known only once that has matched.
  expect(await vacuousOf({ path: '(a)[.]ts$' }, { path: b, pathNot: '/$1[.]ts$' })).toEqual([])
})
