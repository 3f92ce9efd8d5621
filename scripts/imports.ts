/** Checks the import rules of `.dependency-cruiser.cjs`: `node scripts/imports.ts` */
import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Visitor } from '@swc/core/Visitor.js'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'

const folders = ['apps', 'packages', 'infra', 'docs/site', 'e2e', 'bench', 'chaos', 'scripts']
// The tool's visitor throws at `using`, which it doesn't know.
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (statement: Statement | UsingDeclaration): Statement {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return { type: 'EmptyStatement', span: statement.span }
}
type Statement = Parameters<typeof visitStatement>[0]
type UsingDeclaration = {
  type: 'UsingDeclaration'
  span: EmptyStatement['span']
  decls: Parameters<Visitor['visitVariableDeclarators']>[0]
}
type EmptyStatement = Extract<Statement, { type: 'EmptyStatement' }>

const houseRules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration

export type ImportReport = {
  /** The number of source files that the tool has read. */
  cruised: number
  /** One line for each broken rule, and for each source file that was not read. */
  failures: string[]
  /** One line for each pattern of a rule that matches no file: the rule forbids, or allows, nothing. */
  vacuous: string[]
}

type Pattern = string | readonly string[] | undefined
type Restriction = { path?: Pattern; pathNot?: Pattern }
type Rule = { name: string; from: Restriction; to: Restriction }

/** Returns the patterns of `rules` that match none of `files`, each with its rule. Patterns that refer to a group of another are skipped. */
const findVacuous = (rules: IConfiguration, files: readonly string[]): string[] =>
  ((rules.forbidden ?? []) as Rule[]).flatMap(({ name, from, to }) => {
    const patterns = [from, to].flatMap(({ path, pathNot }) => [path ?? [], pathNot ?? []].flat())
    return patterns
      .filter((pattern) => !/\$\d/.test(pattern) && !files.some((file) => new RegExp(pattern).test(file)))
      .map((pattern) => `${name}: ${pattern} matches no file`)
  })

/** Returns our source files under `root`, relative to it, without tests, as excluded in the configuration. */
const sourceFiles = (root: string): string[] =>
  globSync('{apps,packages,infra,docs/site,e2e,bench,chaos,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|templates|checked)$/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.(test|spec)\.tsx?$|\.d\.ts$/.test(path))

/** Reads every module under `root` and checks its imports against the rules. */
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
    vacuous: findVacuous(
      rules,
      modules.map(({ source }) => source),
    ),
  }
}

if (import.meta.main) {
  const { cruised, failures, vacuous } = await checkImports(fileURLToPath(new URL('..', import.meta.url)))
  console.log(`${cruised} modules`)
  for (const failure of [...failures, ...vacuous]) console.error(failure)
  if (failures.length + vacuous.length > 0) process.exitCode = 1
}
