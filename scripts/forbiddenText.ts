/** Finds text that the repository's rules forbid, beyond the linters: `node scripts/forbiddenText.ts` */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type TextRule = {
  /** The reason, as shown in the report. */
  why: string
  /** Matched against one line. */
  pattern: RegExp
  /** Globs relative to the root. */
  files: readonly string[]
  /** Path patterns of files and folders that may contain it. */
  except?: RegExp
}

const source = ['{apps,packages,infra,docs,e2e,bench,scripts}/**/*.{ts,tsx,mjs,js,cjs,css,html}']
const shipped = ['{apps,packages}/**/*.{ts,tsx}']
const documents = ['*.md', '{docs,apps,packages,infra,e2e,bench,scripts}/**/*.md']
const tests = /[.](test|spec|fixture)[.]tsx?$|\/(test|testing)\//

/** The types that a project outside sees are tested by code that must not compile there. */
const typeTests = new RegExp(`${tests.source}|^e2e/outside/templates/types/`)

/** This table and its test contain the forbidden text. */
const thisTable = /^scripts\/forbiddenText(\.test)?\.ts$/

export const rules: readonly TextRule[] = [
  {
    why: 'a message for any origin reaches whoever has navigated the window: name the origin (READY alone is for all)',
    pattern: /postMessage\([^)]*['"]\*['"](?!.*READY)/,
    files: shipped,
    except: tests,
  },
  {
    why: 'an origin is compared as a whole, never in part',
    pattern: /origin\.(endsWith\(|includes\(|startsWith\((?!'https?:))/i,
    files: shipped,
  },
  { why: 'a type check that is switched off', pattern: /@ts-(ignore|nocheck)/, files: source },
  { why: 'a type check that is switched off', pattern: /@ts-expect-error/, files: source, except: typeTests },
  { why: 'a value that nothing checks', pattern: /\bz\.any\(/, files: source },
  { why: 'a test that does not run', pattern: /\b(test|it|describe)\.(skip|only|fixme|todo)\(/, files: source },
  { why: 'a failure hidden by trying again', pattern: /\bretries: *[1-9]/, files: source },
  { why: 'work left for later', pattern: /\b(TODO|FIXME|HACK)\b/, files: [...source, ...documents] },
  {
    why: 'code made from a string',
    pattern: /\beval\(|new Function\(|dangerouslySetInnerHTML/,
    files: shipped,
    except: tests,
  },
  {
    why: 'a path of one machine',
    pattern: /(^|[\s'"`(])\/(home|root|Users|work)\/\w/,
    files: [...source, ...documents],
  },
]

/** Returns one line for each match: `path:line why`. */
export const findForbiddenText = (root: string, table: readonly TextRule[] = rules): string[] =>
  table.flatMap(({ why, pattern, files, except }) =>
    globSync(files, { cwd: root, exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path) })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !thisTable.test(path) && except?.test(path) !== true)
      .toSorted()
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${why}`] : [])),
      ),
  )

if (import.meta.main) {
  const finds = findForbiddenText(fileURLToPath(new URL('..', import.meta.url)))
  for (const find of finds) console.error(find)
  if (finds.length > 0) process.exitCode = 1
}
