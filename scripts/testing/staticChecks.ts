import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Count } from '../readReports.ts'
import { type NodeRun, runNode } from '../runNode.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = 'node_modules/.cache/tsc'

/** Runs the compiler incrementally: a second run checks only changes. */
const typesOf = (name: string, project: string): NodeRun => ({
  script: 'node_modules/typescript/bin/tsc',
  args: ['--project', project, '--incremental', '--tsBuildInfoFile', join(root, cache, `${name}.tsbuildinfo`)],
})

/**
 * The static checks, by name. One program holds all code of the repository; packages that must run without a page or Node are checked once
 * more, without the types of either.
 */
const checks: Readonly<Record<string, NodeRun>> = {
  types: typesOf('all', 'tsconfig.json'),
  'types of protocol': typesOf('protocol', 'packages/protocol'),
  'types of chains': typesOf('chains', 'packages/chains'),
  'types of api-client': typesOf('api-client', 'packages/api-client'),
  'format and lint': {
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings', '--colors=off', '.'],
  },
  imports: { script: 'scripts/imports.ts' },
  'exports and files without an importer': {
    script: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress', '--no-config-hints'],
  },
  licenses: { script: 'scripts/licences.ts' },
  'forbidden text': { script: 'scripts/forbiddenText.ts' },
  'words in packages/copy': { script: 'scripts/literals.ts' },
  'docstrings on exports of packages': { script: 'scripts/measureStructure.ts', args: ['--docstrings'] },
  'subjects of commits': { script: 'scripts/commitSubjects.ts' },
}

/** Runs the static checks in parallel and prints one line each, with the output of those that fail. */
export const runStaticChecks = async (): Promise<Count> => {
  mkdirSync(join(root, cache), { recursive: true })
  const started = performance.now()
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, run]) => {
      const { isPassed, output } = await runNode({ ...run, output: 'capture' })
      const ms = performance.now() - started
      console.log(`${isPassed ? 'ok' : 'failed'}  ${name}  ${(ms / 1000).toFixed(1)} s`)
      if (!isPassed) console.error(output)
      return { name, isPassed, output, ms }
    }),
  )
  const failures = results
    .filter(({ isPassed }) => !isPassed)
    .map(({ name, output }) => ({ name, error: stripVTControlCharacters(output) }))
  return {
    passed: results.length - failures.length,
    failures,
    files: results.map(({ name, ms }) => ({ file: name, ms })),
  }
}
