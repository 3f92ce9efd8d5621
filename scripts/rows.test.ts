import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const frame = join(root, 'apps/secure-frame')

/** Tables that must be complete: the file, and how its lines name their row. */
const tables = {
  handlers: { path: 'src/handlers/createHandlers.ts', row: /^ {2}([A-Z_]+): .*\n(?: {4}.*\n)*/gm },
  approvals: { path: 'src/approvals/approvalKinds.ts', row: /^ {2}(\w+): .*\n(?: {4}.*\n)*/gm },
} as const

type Copy = { name: string; text: string }

/** One copy of the table for each of its rows, without that row; imports resolve as before. */
const copiesOf = (table: keyof typeof tables): Copy[] => {
  const { path, row } = tables[table]
  const folder = dirname(join(frame, path))
  const text = readFileSync(join(frame, path), 'utf8').replace(
    /'(\.{1,2}\/[^']+)'/g,
    (_, specifier: string) => `'${join(folder, specifier)}'`,
  )
  const rows = [...text.matchAll(row)]
  return [
    { name: `${table}-whole`, text },
    ...rows.map(([line, name = '']) => ({ name: `${table}-${name}`, text: text.replace(line, '') })),
  ]
}

test('a request without its handler and an approval without its screen do not compile', { timeout: 120_000 }, () => {
  const copies = [...copiesOf('handlers'), ...copiesOf('approvals')]
  expect(copies.length).toBeGreaterThan(24 + 11)
  // Where the packages of the frame are found, outside source folders.
  mkdirSync(join(frame, 'node_modules'), { recursive: true })
  const folder = mkdtempSync(join(frame, 'node_modules/.rows-'))
  try {
    for (const { name, text } of copies) writeFileSync(join(folder, `${name}.ts`), text)
    const files = copies.map(({ name }) => `./${name}.ts`)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [], files }),
    )
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, error } = spawnSync(process.execPath, [tsc, '--project', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (error) throw error
    const errors = stdout.split('\n').filter((line) => /\.rows-[^/]*\//.test(line) && /error TS/.test(line))
    for (const { name } of copies) {
      const own = errors.filter((line) => line.includes(`/${name}.ts(`))
      const [, row = ''] = name.split('-')
      // Beside it, a now unused import may be an error of the same file.
      const gaps = own.filter((line) => line.includes(`Property '${row}' is missing`))
      if (row === 'whole') expect(own, name).toEqual([])
      else expect(gaps, `${name}\n${own.join('\n')}`).not.toEqual([])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
