import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findImports } from './findImports.ts'

test('findImports names the packages of static and dynamic imports, re-exports and types, and no text that looks like one', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-imports-'))
  mkdirSync(join(folder.path, 'dist'))
  writeFileSync(
    join(folder.path, 'dist/index.js'),
    `import{a}from"static/part";export*from'@scope/again/part';import"./near.js";import'node:fs';import'path'
     const b=()=>import("dynamic");const c=\`import d from "text"\`;const e=name=>import(name)`,
  )
  writeFileSync(
    join(folder.path, 'dist/index.d.ts'),
    `import type { A } from 'typed'\nexport type B = import('inline').B\nexport type C = { 'sent.from': 'name'; "from": 'here' }\n`,
  )
  writeFileSync(join(folder.path, 'README.md'), `import 'documented'`)
  expect(findImports(folder.path, ['dist', 'README.md'])).toEqual([
    '@scope/again',
    'dynamic',
    'inline',
    'static',
    'typed',
  ])
})
