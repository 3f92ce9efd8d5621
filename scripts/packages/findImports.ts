import { globSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Returns `react` for `react/jsx-runtime`, `@scope/name` for `@scope/name/part`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** A module's specifiers as written, types included: static imports, and those of `import()`. */
export type Specifiers = { readonly fixed: readonly string[]; readonly lazy: readonly string[] }

/** Returns a module's imports. Throws an `Error` when it can't be parsed. */
export const specifiersOfScript = (path: string, text: string): Specifiers => {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} is not JavaScript: ${errors[0]?.message}`)
  const fixed = [
    ...module.staticImports.map((one) => one.moduleRequest),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest ?? [])),
  ].map(({ value }) => value)
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    // A computed specifier names no package.
    return text.slice(start, end).match(/^['"`]([^'"`$]+)['"`]$/)?.[1] ?? []
  })
  return { fixed, lazy }
}

const specifiersOfTypes = (text: string): string[] =>
  [...text.matchAll(/(?<![.'"\w])(?:from|import)[ (]*['"]([^'"]+)['"]/g)].flatMap(([, specifier]) => specifier ?? [])

/**
 * Returns the packages that the JavaScript and the type declarations under `files` import, sorted.
 *
 * `files` are those of a manifest in `folder`: paths of files or folders. Built-in modules don't count.
 */
export const findImports = (folder: string, files: readonly string[]): string[] => {
  const paths = files.flatMap((file) =>
    statSync(join(folder, file)).isDirectory()
      ? globSync(`${file}/**/*.{js,mjs,cjs,d.ts}`, { cwd: folder })
      : file.match(/\.([cm]?js|d\.ts)$/) !== null
        ? [file]
        : [],
  )
  const specifiers = paths.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    if (path.endsWith('.d.ts')) return specifiersOfTypes(text)
    const { fixed, lazy } = specifiersOfScript(path, text)
    return [...fixed, ...lazy]
  })
  const outside = specifiers.filter((specifier) => !/^[./#]/.test(specifier) && !isBuiltin(specifier))
  return [...new Set(outside.map(packageOf))].toSorted()
}
