import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'

const folders = ['apps', 'packages', 'infra', 'e2e', 'bench', 'chaos', 'scripts']
const isTest = (file: string): boolean => /[.](test|spec)[.]tsx?$/.test(file)

const git = (root: string, args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** Returns the files that differ from where this branch left `main` (or from `base`), files not yet added included. */
export const changedFiles = (root: string, base?: string): string[] => {
  const [from = 'HEAD'] = base === undefined ? git(root, ['merge-base', 'main', 'HEAD']) : [base]
  return [
    ...git(root, ['diff', '--name-only', '--diff-filter=d', from]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ]
}

/** Who imports what: each file of ours with the files that import it, by path relative to the root. */
type Importers = ReadonlyMap<string, readonly string[]>

const readImporters = async (root: string): Promise<Importers> => {
  const { options = {} } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, exclude: { path: '^(apps|packages)/[^/]+/dist/' } },
    options.enhancedResolveOptions,
  )
  const importers = new Map<string, string[]>()
  for (const { source, dependencies } of (output as ICruiseResult).modules) {
    for (const { resolved } of dependencies) {
      const known = importers.get(resolved)
      if (known === undefined) importers.set(resolved, [source])
      else known.push(source)
    }
  }
  return importers
}

/** Returns `files` and every file that imports one of them, directly or not. */
export const reachedFrom = (files: readonly string[], importers: Importers): Set<string> => {
  const reached = new Set(files)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/**
 * Returns the test files whose imports lead to a file that has changed since `base`, and those that changed themselves,
 * relative to the root. A journey counts only when a file of `e2e` itself changed: all of them reach everything.
 */
export const affectedTests = async (root: string, base?: string): Promise<string[]> => {
  const changed = changedFiles(root, base)
  const importers = await readImporters(root)
  const inProduct = reachedFrom(
    changed.filter((file) => !file.startsWith('e2e/')),
    importers,
  )
  const inJourneys = reachedFrom(
    changed.filter((file) => file.startsWith('e2e/')),
    importers,
  )
  const tests = [...[...inProduct].filter((file) => !file.startsWith('e2e/')), ...inJourneys].filter(isTest)
  console.log(`${changed.length} changed files, ${tests.length} test files reach them`)
  return tests.toSorted()
}
