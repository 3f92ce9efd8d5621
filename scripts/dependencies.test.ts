import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Manifest = Partial<Record<'dependencies' | 'peerDependencies', Record<string, string>>>

test('docs/dependencies.md lists what reaches users, with who uses it, and nothing else', () => {
  const used = new Map<string, string[]>()
  for (const path of globSync('{apps,packages}/*/package.json', { cwd: root }).toSorted()) {
    // Peer dependencies reach users too.
    const { dependencies, peerDependencies } = JSON.parse(read(path)) as Manifest
    const user = path.split(/[\\/]/)[1] ?? ''
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!name.startsWith('@latchkey/')) used.set(name, [...(used.get(name) ?? []), user].toSorted())
    }
  }
  const listed = new Map<string, string[]>()
  for (const row of read('docs/dependencies.md').split('\n')) {
    const [, names = '', users = ''] = row.split('|')
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g))
      listed.set(
        name,
        users
          .split(',')
          .map((user) => user.trim())
          .toSorted(),
      )
  }
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(used))
})
