/**
 * Prints the measures of the code's structure: `npm run measure:structure`. With `--docstrings` it measures only the docstrings on
 * exports of packages, and fails when their share is too low.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { findAllLiterals } from './literals.ts'

type Node = { type?: string; span?: { start: number; end: number }; [key: string]: unknown }
type Export = { name: string; path: string; hasDocs: boolean }
/** A name of a file's export, and the name that a re-export gives it. */
type Name = { name: string; as: string }
/** `names`: what is taken from the file; null for all of it. */
type Import = { target: string; names: readonly Name[] | null; how: 'import' | 'export from' | 'load' }
type Source = {
  path: string
  lines: number
  /** Our files that it imports, types included. */
  imports: readonly Import[]
  exports: readonly Export[]
  functions: readonly { name: string; lines: number }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const code = /^(apps|packages|infra)\/[^/]+\/(src|server)\/.*[.]tsx?$/
const tests = /[.](test|spec|fixture)[.]tsx?$|\/(testing|test|gallery|fuzz)\//

const tracked = (): string[] =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))

type Entries = {
  /** Returns the file of `@latchkey/<name>/<entry>`, whose package may export a folder by a pattern (`./*`). */
  entryOf: (specifier: string) => string | null
  /** The files that packages export by name, or select by a condition (`imports`). */
  files: ReadonlySet<string>
}

const readEntries = (paths: readonly string[]): Entries => {
  const selected = new Set<string>()
  const entries = new Map(
    paths
      .filter((path) => /^(apps|packages|infra)\/[^/]+\/package[.]json$/.test(path))
      .flatMap((path) => {
        const {
          name,
          exports = {},
          imports = {},
        } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
          name: string
          exports?: Record<string, unknown>
          imports?: Record<string, Record<string, string>>
        }
        for (const target of Object.values(imports).flatMap((each) => Object.values(each)))
          selected.add(join(dirname(path), target))
        return Object.entries(exports).flatMap(([entry, target]) =>
          typeof target === 'string' ? [[join(name, entry), join(dirname(path), target)] as const] : [],
        )
      }),
  )
  const patterns = [...entries].flatMap(([entry, target]) =>
    entry.endsWith('*') ? [[entry.slice(0, -1), target] as const] : [],
  )
  const entryOf = (specifier: string): string | null => {
    const exact = entries.get(specifier)
    if (exact !== undefined) return exact
    const [start, target] = patterns.find(([start]) => specifier.startsWith(start)) ?? []
    return start === undefined || target === undefined ? null : target.replace('*', specifier.slice(start.length))
  }
  return { entryOf, files: new Set([...entries.values(), ...selected]) }
}

const walk = (node: unknown, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void => {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit, parent)
  } else if (node !== null && typeof node === 'object') {
    const current = node as Node
    const isNode = typeof current.type === 'string'
    if (isNode) visit(current, parent)
    for (const value of Object.values(current))
      if (typeof value === 'object') walk(value, visit, isNode ? current : parent)
  }
}

const identifier = (node: unknown): string => String((node as { value?: unknown } | null)?.value ?? '')

const namesOf = (declaration: Node): string[] =>
  declaration.type === 'VariableDeclaration'
    ? (declaration.declarations as Node[]).map(({ id }) => identifier(id)).filter((name) => name !== '')
    : [identifier(declaration.identifier ?? declaration.id)].filter((name) => name !== '')

/** Returns the names that an import or re-export takes from its file; null for all of them. */
const namesFrom = ({ specifiers }: Node): Name[] | null => {
  const each = (specifiers ?? []) as Node[]
  return each.length === 0 || each.some(({ type }) => /Namespace/.test(type ?? ''))
    ? null
    : each.map(({ imported, local, orig, exported }) => ({
        name: identifier(imported ?? orig ?? local),
        as: identifier(exported ?? orig ?? local),
      }))
}

const read = (path: string, entryOf: Entries['entryOf']): Source => {
  const text = readFileSync(join(root, path), 'utf8').replace(/\bof of\b/g, 'xx of') // what swc cannot read
  const bytes = Buffer.from(text)
  const ast = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') })
  // Spans count bytes from 1.
  const linesBetween = (start: number, end: number): number =>
    bytes
      .subarray(start - 1, end - 1)
      .toString()
      .split('\n').length
  const hasDocs = (start: number): boolean =>
    bytes
      .subarray(0, start - 1)
      .toString()
      .trimEnd()
      .endsWith('*/')
  const resolve = (specifier: string): string | null =>
    specifier.startsWith('.') ? join(dirname(path), specifier) : entryOf(specifier)
  const imports: Import[] = []
  const exports: Export[] = []
  const functions: { name: string; lines: number }[] = []
  const take = (specifier: unknown, how: Import['how'], names: Name[] | null): void => {
    const target = resolve(identifier(specifier))
    if (target !== null) imports.push({ target, names, how })
  }
  walk(ast.body, (node, parent) => {
    const { span = { start: 0, end: 0 } } = node
    if (node.type === 'ImportDeclaration') take(node.source, 'import', namesFrom(node))
    else if (/^Export(All|Named)Declaration$/.test(node.type ?? '')) take(node.source, 'export from', namesFrom(node))
    else if (node.type === 'CallExpression' && (node.callee as Node).type === 'Import')
      take((node.arguments as { expression: Node }[])[0]?.expression, 'load', null)
    else if (node.type === 'ExportDeclaration')
      exports.push(...namesOf(node.declaration as Node).map((name) => ({ name, path, hasDocs: hasDocs(span.start) })))
    else if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type ?? ''))
      functions.push({
        name: identifier(node.identifier) || identifier(parent?.id ?? parent?.key) || 'anonymous',
        lines: linesBetween(span.start, span.end),
      })
  })
  return { path, lines: text.split('\n').length - 1, imports, exports, functions }
}

/** Returns sibling folders, in `src` or one level below, that import each other. */
const findMutualFolders = (sources: readonly Source[]): string[] => {
  const arrows = new Set<string>()
  for (const { path, imports } of sources)
    for (const { target } of imports) {
      const [from, to] = [path, target].map((each) => dirname(each).split('/'))
      for (const depth of [3, 4]) {
        const [a, b] = [from, to].map((parts) => (parts ?? []).slice(0, depth + 1))
        if (a?.length !== depth + 1 || b?.length !== depth + 1 || a.at(-1) === b.at(-1)) continue
        if (a.slice(0, -1).join('/') === b.slice(0, -1).join('/')) arrows.add(`${a.join('/')} ${b.join('/')}`)
      }
    }
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ')
    return from < to && arrows.has(`${to} ${from}`)
  })
}

/**
 * Returns the files that import something of a file, or one of the `wanted` names. A package's entry (its `index.ts`) that re-exports it
 * counts as the files that import those names from the entry.
 */
const importersOf = (
  path: string,
  all: readonly Source[],
  entries: Entries,
  wanted: readonly string[] | null = null,
): Set<string> => {
  const own = all.find((source) => source.path === path)?.exports.map(({ name }) => ({ name, as: name })) ?? []
  const found = new Set<string>()
  for (const source of all)
    for (const { target, names, how } of source.imports) {
      const taken = (names ?? own).filter(({ name }) => wanted?.includes(name) ?? true)
      if (target !== path || (taken.length === 0 && names !== null)) continue
      if (how !== 'export from' || !entries.files.has(source.path)) found.add(source.path)
      else {
        const given = taken.map(({ as }) => as)
        for (const importer of importersOf(source.path, all, entries, given)) found.add(importer)
      }
    }
  return found
}

/**
 * Returns the files of at most 30 lines whose only importer could contain them. Others can't move there: entry points (a package's
 * entries, `main.ts`, `worker.ts`) and the files that `import()` loads.
 */
const findSmallFiles = (all: readonly Source[], entries: Entries): { path: string; importer: string }[] => {
  const loaded = new Set(
    all.flatMap(({ imports }) => imports.flatMap(({ target, how }) => (how === 'load' ? target : []))),
  )
  return all
    .filter(({ path, lines }) => isSource(path) && lines <= 30 && !entries.files.has(path) && !loaded.has(path))
    .filter(({ path }) => !/\/(main|worker)[.]tsx?$/.test(path))
    .flatMap(({ path }) => {
      const [importer, another] = importersOf(path, all, entries)
      return importer === undefined || another !== undefined || !isSource(importer) ? [] : [{ path, importer }]
    })
}

const minDocstringShare = 0.95

const paths = tracked()
const entries = readEntries(paths)
const isSource = (path: string): boolean => code.test(path) && !tests.test(path)
const isPublished = (path: string): boolean => path.startsWith('packages/') && isSource(path)
const published = (sources: readonly Source[]): readonly Export[] =>
  sources.filter(({ path }) => isPublished(path)).flatMap(({ exports }) => exports)
const shareOf = (exports: readonly Export[]): number => exports.filter(({ hasDocs }) => hasDocs).length / exports.length
const scripts = paths.filter((path) => /[.]tsx?$/.test(path) && !/[.]d[.]ts$|templates\//.test(path))

if (process.argv.includes('--docstrings')) {
  const exports = published(scripts.filter(isPublished).map((path) => read(path, entries.entryOf)))
  if (shareOf(exports) < minDocstringShare) {
    for (const { name, path, hasDocs } of exports) if (!hasDocs) console.error(`${path}: ${name} has no docstring`)
    console.error(`${Math.floor(100 * shareOf(exports))} % have one; at least ${100 * minDocstringShare} % must`)
    process.exit(1)
  }
  process.exit()
}

const all = scripts.map((path) => read(path, entries.entryOf))
const sources = all.filter(({ path }) => isSource(path))
const functions = sources.flatMap(({ path, functions }) => functions.map((each) => ({ ...each, path })))
const longest = functions.toSorted((a, b) => b.lines - a.lines)
const mutual = findMutualFolders(sources)
const small = findSmallFiles(all, entries)
const linesOfAll = paths
  .filter((path) => !/pnpm-lock[.]yaml$|[.](png|svg|ico|woff2)$/.test(path))
  .reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1, 0)

const rows: readonly (readonly [string, string | number, string | number])[] = [
  ['Folder pairs that import each other', mutual.length, 'at most 5'],
  ['Functions over 100 lines', functions.filter(({ lines }) => lines > 100).length, 'at most 10'],
  ['Longest function', `${longest[0]?.lines} (${longest[0]?.name})`, 'at most 150'],
  ['Files of <= 30 lines that could be in their one importer', small.length, 'at most 40'],
  [
    'Docstrings on exports of packages',
    `${Math.floor(100 * shareOf(published(sources)))} %`,
    `${100 * minDocstringShare} %`,
  ],
  ['User-visible literals outside packages/copy', findAllLiterals(root).length, 0],
  ['Tracked lines without the lockfile', linesOfAll, 'under 197,000 (0034)'],
]
for (const [name, value, target] of rows) console.log(`${name.padEnd(58)} ${String(value).padStart(24)}   ${target}`)
if (process.argv.includes('--list')) {
  const long = longest.filter(({ lines }) => lines > 100)
  for (const line of mutual) console.log(line)
  for (const { path, name, lines } of long) console.log(`${lines}  ${path}#${name}`)
  for (const { path, importer } of small) console.log(`${path}  only in ${importer}`)
}
