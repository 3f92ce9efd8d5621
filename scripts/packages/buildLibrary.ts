/**
 * Builds a package for Node in its published form: bundles everything that its source imports, except its peers and the `external`
 * packages. `dist/` gets JavaScript, declarations beside it, and the licenses of all bundled packages.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build as viteBuild } from 'vite'

const house = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export type LibraryOptions = {
  /** Folder of the package. */
  root: string
  /** Paths of the sources below `src/`, by their names in `dist/`. */
  entries: Readonly<Record<string, string>>
  /** Names of packages that stay imports, beside the built-in modules. */
  external?: readonly string[]
  /** One folder for ES modules, `dist/`, or two: `dist/esm` and `dist/cjs`. */
  formats: 'esm' | 'both'
  /** Entries that are commands: they have no declarations. */
  commands?: readonly string[]
}

const isOf = (name: string, specifier: string): boolean => specifier === name || specifier.startsWith(`${name}/`)

const bundle = async (
  { root, entries, external = [], commands = [] }: LibraryOptions,
  format: 'es' | 'cjs',
  outDir: string,
): Promise<void> => {
  await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    // Without the condition `node`: a test in a browser may import the same file.
    ssr: { noExternal: true, resolve: { conditions: ['module'] } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      license: format === 'es' && { fileName: 'THIRD-PARTY-LICENSES.md' },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(root, 'src', source)])),
        external: (id) => isBuiltin(id) || external.some((name) => isOf(name, id)),
        output: {
          format,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          banner: ({ name }) => (commands.includes(name) ? '#!/usr/bin/env node' : ''),
          comments: { jsdoc: false, legal: false, annotation: true },
        },
      },
    },
  })
}

/** Matches the relative imports of an emitted declaration. */
const relativeImports = /(?<=(?:from|import\() ?')\.[^']+(?=')/g

/** Writes the declarations of the entries, and of the modules they reach, to each of `outDirs`. */
const emitTypes = async (
  { root, entries, commands = [] }: LibraryOptions,
  outDirs: readonly string[],
): Promise<void> => {
  const sources = Object.entries(entries).flatMap(([name, path]) => (commands.includes(name) ? [] : [path]))
  if (sources.length === 0) return
  const emitted = await mkdtemp(join(tmpdir(), 'latchkey-types-'))
  try {
    const project = join(emitted, 'tsconfig.json')
    const compilerOptions = {
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      typeRoots: [join(house, 'node_modules/@types')],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: house,
      outDir: emitted,
    }
    const files = sources.map((path) => join(root, 'src', path))
    await writeFile(project, JSON.stringify({ extends: join(house, 'tsconfig.base.json'), compilerOptions, files }))
    await run(process.execPath, [join(house, 'node_modules/typescript/bin/tsc'), '--project', project])
    const source = join(emitted, relative(house, root), 'src')
    const queue = sources.map((path) => join(source, path.replace(/\.ts$/, '.d.ts')))
    for (const file of queue) {
      const text = await readFile(file, 'utf8')
      const rewritten = text.replace(relativeImports, (specifier) => {
        const target = join(dirname(file), specifier.replace(/\.ts$/, '.d.ts'))
        if (!queue.includes(target)) queue.push(target)
        return specifier.replace(/\.ts$/, '.js')
      })
      for (const outDir of outDirs) {
        const path = join(outDir, relative(source, file))
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, rewritten)
      }
    }
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
}

export const buildLibrary = async (options: LibraryOptions): Promise<void> => {
  const { root, formats, commands = [] } = options
  const dist = join(root, 'dist')
  await rm(dist, { recursive: true, force: true })
  if (formats === 'esm') {
    await bundle(options, 'es', dist)
    await emitTypes(options, [join(dist, 'types')])
    for (const name of commands) await chmod(join(dist, `${name}.js`), 0o755)
    return
  }
  await bundle(options, 'es', join(dist, 'esm'))
  await bundle(options, 'cjs', join(dist, 'cjs'))
  await writeFile(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  await emitTypes(options, [join(dist, 'esm/types'), join(dist, 'cjs/types')])
}
