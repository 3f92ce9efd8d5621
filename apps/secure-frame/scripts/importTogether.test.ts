import { expect, test } from 'vitest'
import { importTogether } from './importTogether.ts'

const chunks = [
  {
    fileName: 'assets/entry.js',
    imports: [],
    code: 'const open=()=>import(`./screen.js`),alone=()=>import("./alone.js")',
  },
  { fileName: 'assets/alone.js', imports: ['assets/entry.js'], code: 'import"./entry.js"' },
  { fileName: 'assets/screen.js', imports: ['assets/entry.js', 'assets/parts.js', 'assets/react.js'], code: '' },
  { fileName: 'assets/parts.js', imports: ['assets/react.js', 'assets/entry.js'], code: '' },
  { fileName: 'assets/react.js', imports: [], code: '' },
]

const rewritten = (fileName: string): string => importTogether(chunks, 'assets/entry.js').get(fileName) ?? ''

/** Runs an entry, and returns the files that it imports, in order, and the result of its `open`. */
const run = async (code: string) => {
  const asked: string[] = []
  const body = code.replaceAll('import(', 'take(')
  const open = new Function('take', `${body};return open`)(async (file: string) => {
    asked.push(file)
    return `module of ${file}`
  })
  return { opened: await open(), asked }
}

test('a chunk is imported with all that it needs, each after what it needs itself, but the entry', async () => {
  expect(await run(rewritten('assets/entry.js'))).toEqual({
    opened: 'module of ./screen.js',
    asked: ['./react.js', './parts.js', './screen.js'],
  })
})

test('the import of a chunk that needs nothing but the entry stays as it is', () => {
  expect(rewritten('assets/entry.js')).toContain('alone=()=>import("./alone.js")')
})

test('a chunk without import() stays as it is', () => {
  expect(rewritten('assets/alone.js')).toBe('import"./entry.js"')
})
