import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApps } from './build.ts'
import { temporaryTree } from './testing/temporaryTree.ts'

/** A build that copies its one source into `dist` and counts how often it ran. */
const buildScript = `
  import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const path = (name) => new URL(name, import.meta.url)
  export const build = async () => {
    const source = readFileSync(path('src/main.ts'), 'utf8')
    if (source.includes('broken')) throw new Error('does not parse')
    // As Vite's does.
    process.env.NODE_ENV = 'production'
    mkdirSync(path('dist'), { recursive: true })
    writeFileSync(path('dist/main.js'), source)
  }
`

const house = (): string =>
  temporaryTree({
    'pnpm-lock.yaml': 'lockfileVersion: 9',
    ...Object.fromEntries(
      ['apps/modal', 'apps/vault', 'apps/secure-frame', 'apps/demo', 'docs/site'].flatMap((folder) => [
        [`${folder}/build.ts`, buildScript],
        [`${folder}/src/main.ts`, folder],
      ]),
    ),
    'docs/site/build.ts': `${buildScript}
      export const readInputs = () => [readFileSync(path('src/main.ts'), 'utf8'), readFileSync(path('../guide.md'), 'utf8')]
    `,
    'docs/site/package.json': { dependencies: { '@latchkey/protocol': 'workspace:*' } },
    'docs/guide.md': 'one',
    'apps/modal/package.json': { dependencies: { '@latchkey/ui': 'workspace:*', react: '19.0.0' } },
    'apps/vault/package.json': {},
    'apps/secure-frame/package.json': { dependencies: { '@latchkey/chains': 'workspace:*' } },
    'apps/demo/package.json': { dependencies: { '@latchkey/modal': 'workspace:*' } },
    'packages/ui/package.json': { dependencies: { '@latchkey/protocol': 'workspace:*' } },
    'packages/chains/package.json': {},
    'packages/protocol/package.json': {},
    'packages/protocol/src/index.ts': 'one',
  })

const builtIn = (root: string): Promise<string[]> => buildApps({ log: () => undefined, root })

test('everything is built once, in order, and then nothing', async () => {
  const root = house()
  expect(await builtIn(root)).toEqual(['modal', 'vault', 'secure-frame', 'demo', 'site'])
  expect(await builtIn(root)).toEqual([])
})

test('what a build script names is what counts, and nothing else', async () => {
  const root = house()
  await builtIn(root)
  writeFileSync(join(root, 'docs/site/package.json'), JSON.stringify({ dependencies: {} }))
  expect(await builtIn(root)).toEqual([])
  writeFileSync(join(root, 'docs/guide.md'), 'two')
  expect(await builtIn(root)).toEqual(['site'])
})

test('a build leaves the environment of the process as it was', async () => {
  const before = process.env.NODE_ENV
  expect(before).not.toBe('production')
  await builtIn(house())
  expect(process.env.NODE_ENV).toBe(before)
})

test('a changed package is built into the apps that need it, directly or not', async () => {
  const root = house()
  await builtIn(root)
  writeFileSync(join(root, 'packages/protocol/src/index.ts'), 'two')
  expect(await builtIn(root)).toEqual(['modal', 'demo'])
})

test('a changed test builds nothing, a changed lockfile everything', async () => {
  const root = house()
  await builtIn(root)
  writeFileSync(join(root, 'packages/protocol/src/index.test.ts'), 'test')
  expect(await builtIn(root)).toEqual([])
  writeFileSync(join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 10')
  expect(await builtIn(root)).toEqual(['modal', 'vault', 'secure-frame', 'demo'])
})

test('a changed or missing output is built again', async () => {
  const root = house()
  await builtIn(root)
  writeFileSync(join(root, 'apps/modal/dist/main.js'), 'tampered')
  rmSync(join(root, 'apps/demo/dist'), { recursive: true })
  expect(await builtIn(root)).toEqual(['modal', 'demo'])
  expect(readFileSync(join(root, 'apps/modal/dist/main.js'), 'utf8')).toBe('apps/modal')
})

test('a development build is none that is served otherwise, nor the other way around', async () => {
  const root = house()
  await builtIn(root)
  const develop = () => buildApps({ log: () => undefined, root, apps: ['vault'], development: true })
  expect(await develop()).toEqual(['vault'])
  expect(await develop()).toEqual([])
  expect(await builtIn(root)).toEqual(['vault'])
})

test('a build that fails is tried again the next time', async () => {
  const root = house()
  writeFileSync(join(root, 'apps/demo/src/main.ts'), 'broken')
  await expect(builtIn(root)).rejects.toThrow('does not parse')
  writeFileSync(join(root, 'apps/demo/src/main.ts'), 'mended')
  expect(await builtIn(root)).toEqual(['demo', 'site'])
})
