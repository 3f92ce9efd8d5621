import { expect, test } from 'vitest'
import { findFaults, type PackedPackage } from './findFaults.ts'

const sound: PackedPackage = {
  manifest: {
    name: '@latchkey/sample',
    version: '1.2.3',
    files: ['dist', 'CHANGELOG.md'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    bin: { sample: './dist/main.js' },
    dependencies: { kept: '1.0.0' },
  },
  files: [
    ...['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md', 'dist/index.d.ts', 'dist/index.js', 'dist/main.js'],
    'templates/vite/src/main.ts',
  ],
  changelog: '# Changelog\n\n## 1.2.3\n\nThe first release.\n',
}

const withManifest = (fields: object): PackedPackage => ({ ...sound, manifest: { ...sound.manifest, ...fields } })
const without = (path: string): PackedPackage => ({ ...sound, files: sound.files.filter((file) => file !== path) })

test('a sound package has no faults', () => {
  expect(findFaults(sound)).toEqual([])
})

test.each([
  ['a private field', withManifest({ private: false }), 'has the field private'],
  ['development dependencies', withManifest({ devDependencies: {} }), 'has devDependencies'],
  ['scripts', withManifest({ scripts: {} }), 'has scripts'],
  ['a workspace range', withManifest({ dependencies: { a: 'workspace:*' } }), 'depends on a by workspace:*'],
  ['a peer by its folder', withManifest({ peerDependencies: { a: 'file:../a' } }), 'depends on a by file:../a'],
  ['an export without a file', without('dist/index.d.ts'), "leads to ./dist/index.d.ts, which isn't packed"],
  ['a command without a file', without('dist/main.js'), "leads to ./dist/main.js, which isn't packed"],
  ['a listed folder without files', withManifest({ files: ['dist', 'data'] }), "lists data, which isn't packed"],
  ['no license', without('LICENSE'), 'has no LICENSE'],
  ['no README', without('README.md'), 'has no README.md'],
  ['TypeScript source', { ...sound, files: [...sound.files, 'src/index.ts'] }, 'packs the source src/index.ts'],
  ['an older changelog', withManifest({ version: '2.0.0' }), 'has no entry for 2.0.0 in CHANGELOG.md'],
])('%s is the one fault of a package', (_, packed, fault) => {
  expect(findFaults(packed)).toEqual([`@latchkey/sample ${fault}`])
})
