/** Checks the import rules of `.dependency-cruiser.cjs`: `node scripts/imports.ts` */
import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'

const folders = ['apps', 'packages', 'infra', 'e2e', 'bench', 'chaos', 'scripts']
const houseRules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration

export type ImportReport = {
  /** Source files that the tool has read. */
  cruised: number
  /** One line for each broken rule, and for each source file that was not read. */
  failures: string[]
}

/** Our source files under `root`, relative to it, without tests, as the exclusion in the configuration has it. */
const sourceFiles = (root: string): string[] =>
  globSync('{apps,packages,infra,e2e,bench,chaos,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|templates)$/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|spec|fixture)\.tsx?$|\.d\.ts$/.test(path))

/** Reads every module under `root` and compares its imports with the rules. */
export const checkImports = async (root: string, rules: IConfiguration = houseRules): Promise<ImportReport> => {
  const { forbidden = [], options = {} } = rules
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
  )
  const { modules, summary } = output as ICruiseResult
  const read = new Set(modules.map((module) => module.source))
  const unread = sourceFiles(root).filter((path) => !read.has(path))
  return {
    cruised: modules.filter((module) => !/node_modules/.test(module.source) && !module.coreModule).length,
    failures: [
      ...unread.map((path) => `${path} was not read: its imports are unchecked`),
      ...summary.violations.map(
        ({ from, to, rule, cycle }) =>
          `${rule.name}: ${[from, ...(cycle?.map((step) => step.name) ?? [to])].join(' > ')}`,
      ),
    ],
  }
}

if (import.meta.main) {
  const { cruised, failures } = await checkImports(fileURLToPath(new URL('..', import.meta.url)))
  console.log(`${cruised} modules`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}
