import { expect, test } from 'vitest'
import { type Manifest, publishedManifest, targetsOf } from './publishedManifest.ts'

const source: Manifest = {
  name: '@latchkey/sample',
  version: '1.2.3',
  type: 'module',
  exports: { '.': './src/index.ts' },
  files: ['dist'],
  scripts: { prepack: 'build' },
  publishConfig: { access: 'public', exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } },
  dependencies: { bundled: '1.0.0', kept: '2.0.0', '@latchkey/other': 'workspace:*' },
  peerDependencies: { react: '>=18' },
  devDependencies: { '@latchkey/local': 'workspace:*' },
}
const other: Manifest = { name: '@latchkey/other', version: '4.5.6' }

test('a published manifest has the exports of the build, and no scripts or development dependencies', () => {
  expect(publishedManifest(source, [], [])).toEqual({
    name: '@latchkey/sample',
    version: '1.2.3',
    type: 'module',
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    publishConfig: { access: 'public' },
    peerDependencies: { react: '>=18' },
  })
})

test('a published manifest depends on what the built files import, by version', () => {
  const { dependencies } = publishedManifest(source, ['@latchkey/other', 'kept', 'react'], [other])
  expect(dependencies).toEqual({ '@latchkey/other': '4.5.6', kept: '2.0.0' })
})

test('a package that the manifest does not declare is refused', () => {
  expect(() => publishedManifest(source, ['stray'], [])).toThrow("import stray, which it doesn't declare")
})

test('a package of the workspace that is not published is refused', () => {
  expect(() => publishedManifest(source, ['@latchkey/other'], [{ ...other, private: true }])).toThrow(
    "import @latchkey/other, which isn't published",
  )
})

test('a private package is refused', () => {
  expect(() => publishedManifest({ ...source, private: true }, [], [])).toThrow('@latchkey/sample is private')
})

test('the targets of a manifest are the files of its exports and commands', () => {
  expect(
    targetsOf({ exports: { '.': { types: './a.d.ts', default: './a.js' }, './b': './b.js' }, bin: './a.js' }),
  ).toEqual(['./a.d.ts', './a.js', './b.js'])
})
