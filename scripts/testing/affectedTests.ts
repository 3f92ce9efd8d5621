import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { specifiersOfScript } from '../packages/findImports.ts'

const isTest = (file: string): boolean => /[.](test|spec)[.]tsx?$/.test(file)

const git = (root: string, args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** Returns the files that differ from where this branch left `main` (or from `base`), including files not yet added. */
export const changedFiles = (root: string, base?: string): string[] => {
  const [from = 'HEAD'] = base === undefined ? git(root, ['merge-base', 'main', 'HEAD']) : [base]
  return [
    ...git(root, ['diff', '--name-only', '--diff-filter=d', from]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ]
}

/** The files that import a file, by path relative to the root: static imports, and those of `import()`. */
type Importers = ReadonlyMap<string, { readonly fixed: readonly string[]; readonly lazy: readonly string[] }>

/** Maps our packages' entry points: specifier to path relative to the root. With a `*`, both have it. */
const readEntries = (root: string): Map<string, string> =>
  new Map(
    globSync('{apps,packages,infra,docs}/*/package.json', { cwd: root }).flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
        name: string
        exports?: string | Record<string, unknown>
      }
      const entries = typeof exports === 'string' ? { '.': exports } : exports
      return Object.entries(entries).flatMap(([key, target]) =>
        typeof target === 'string' ? [[join(name, key), join(dirname(path), target)] as const] : [],
      )
    }),
  )

/** Returns the file that a package's specifier names. As in Node, the longest matching entry with a `*` counts. */
const resolveEntry = (entries: ReadonlyMap<string, string>, specifier: string): string | undefined => {
  const exact = entries.get(specifier)
  if (exact !== undefined) return exact
  const [entry, target] = [...entries]
    .filter(([name]) => name.endsWith('*') && specifier.startsWith(name.slice(0, -1)))
    .toSorted(([one], [other]) => other.length - one.length)[0] ?? ['']
  return target?.replace('*', specifier.slice(entry.length - 1))
}

const readImporters = (root: string): Importers => {
  const entries = readEntries(root)
  const importers = new Map<string, { fixed: string[]; lazy: string[] }>()
  const sources = git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'])
  for (const file of sources.filter((path) => existsSync(join(root, path)))) {
    const specifiers = specifiersOfScript(file, readFileSync(join(root, file), 'utf8'))
    for (const kind of ['fixed', 'lazy'] as const) {
      for (const specifier of specifiers[kind]) {
        // Our imports carry their extension.
        const target = specifier.startsWith('.') ? join(dirname(file), specifier) : resolveEntry(entries, specifier)
        if (target === undefined) continue
        const known = importers.get(target) ?? { fixed: [], lazy: [] }
        known[kind].push(file)
        importers.set(target, known)
      }
    }
  }
  return importers
}

/** Returns the module that messages are compiled to, which isn't in git; for any other file, the file. */
const compiledFrom = (file: string): string =>
  file.replace(/^packages\/copy\/[\w-]+\/(\w+)[.]json$/, 'packages/copy/generated/$1.ts')

/** Returns `files` and every file that imports one of them, directly or not; with `isLazy`, also by `import()`. */
export const reachedFrom = (files: readonly string[], importers: Importers, isLazy = false): Set<string> => {
  const reached = new Set(files)
  for (const file of reached) {
    const { fixed = [], lazy = [] } = importers.get(file) ?? {}
    for (const importer of [...fixed, ...(isLazy ? lazy : [])]) reached.add(importer)
  }
  return reached
}

/**
 * Returns the tests that reach one of `files`. A path through a lazily loaded module counts only when the test is beside that module or
 * beside its importer: otherwise all tests of the modal would depend on each view.
 */
const testsThatReach = (files: readonly string[], importers: Importers): string[] => {
  const reached = reachedFrom(files, importers)
  const beside = [...reached].flatMap((file) => {
    const { lazy = [] } = importers.get(file) ?? {}
    const tests = [...reachedFrom(lazy, importers, true)].filter(isTest)
    return tests.filter((test) => [file, ...lazy].some((one) => dirname(one) === dirname(test)))
  })
  return [...new Set([...reached, ...beside])].filter(isTest)
}

/**
 * Returns the test files whose imports lead to a file that has changed since `base`, and changed test files themselves, relative to the
 * root. A journey counts only when a file of `e2e` itself changed: all of them reach everything.
 */
export const affectedTests = (root: string, base?: string): string[] => {
  const changed = changedFiles(root, base).map(compiledFrom)
  const importers = readImporters(root)
  const isJourneys = (file: string): boolean => file.startsWith('e2e/')
  const tests = [
    ...testsThatReach(
      changed.filter((file) => !isJourneys(file)),
      importers,
    ).filter((file) => !isJourneys(file)),
    ...testsThatReach(changed.filter(isJourneys), importers),
  ]
  console.log(`${changed.length} changed files, ${tests.length} test files reach them`)
  return tests.toSorted()
}
