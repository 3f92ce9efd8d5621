/**
 * Builds the package as it is published: `node build.ts`
 *
 * `dist/` gets ES modules with lazy chunks (React stays an import of the dapp's), their types, and the report for the size
 * budgets. Inside the workspace nothing needs it: the package's exports lead to the source.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Rolldown, build as viteBuild } from 'vite'
import type { SizesReport } from '../../scripts/sizes.ts'
import { emitTypes } from './scripts/emitTypes.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = join(root, 'dist')

/** What a dapp imports: the exports of the package. */
const entries = ['index', 'react', 'wagmi']

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** A chunk and what it imports statically. */
const withImports = (chunks: Chunks, file: string, found = new Set<string>()): Set<string> => {
  const chunk = chunks.get(file)
  if (chunk === undefined || found.has(file)) return found
  found.add(file)
  for (const imported of chunk.imports) withImports(chunks, imported, found)
  return found
}

const chunkOf = (chunks: Chunks, source: string): string => {
  for (const [file, chunk] of chunks) if (chunk.facadeModuleId === join(root, source)) return file
  throw new Error(`The build has no chunk for ${source}`)
}

/** A chunk's modules, and those of what it imports statically. */
const modulesOf = (chunks: Chunks, source: string): Set<string> => {
  const files = withImports(chunks, chunkOf(chunks, source))
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []))
}

const entrySource = 'src/index.ts'
const engineSource = 'src/engine.ts'
const viewsSource = 'src/views/mountViews.tsx'

const report = (chunks: Chunks): SizesReport => {
  const filesOf = (...sources: string[]): string[] => {
    const found = new Set<string>()
    for (const source of sources) withImports(chunks, chunkOf(chunks, source), found)
    return [...found]
  }
  return {
    groups: {
      'modal entry': { files: filesOf(entrySource), apart: [] },
      'modal first open': { files: filesOf(entrySource, engineSource, viewsSource), apart: [] },
    },
  }
}

/** A chunk by name, and which modules are in it; the first of several that want one has it. */
type Group = { name: string; test: (module: string) => boolean }

const bundle = async (groups: readonly Group[]): Promise<Chunks> => {
  const result = await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: 'es2023',
      lib: {
        entry: Object.fromEntries(entries.map((name) => [name, join(root, `src/${name}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        // The dapp's own: React, and beside wagmi the viem whose errors wagmi throws. Elsewhere parts of viem are built in.
        external: (id, importer) =>
          /^react(?:-dom)?(?:$|\/)/.test(id) || (id === 'viem' && importer === join(root, 'src/wagmi.ts')),
        // jotai marks its hooks as client code; bundled, the mark means nothing.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          minify: true,
          codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) },
        },
      },
    },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

/**
 * What an opening loads in any case: a chunk for the entry, one for the engine and one for the views. By itself the bundler
 * makes a chunk of whatever several parts have in common: dozens, which weigh more together and are asked for one by one.
 */
const groupFirst = (chunks: Chunks): Group[] => {
  const roots = [entrySource, engineSource, viewsSource].map((source) => join(root, source))
  const group = (name: string, source: string): Group => {
    const modules = modulesOf(chunks, source)
    return { name, test: (module) => modules.has(module) && !roots.includes(module) }
  }
  return [group('entry-parts', entrySource), group('engine-parts', engineSource), group('views-parts', viewsSource)]
}

export const build = async (): Promise<void> => {
  const chunks = await bundle(groupFirst(await bundle([])))
  await emitTypes(
    root,
    entries.map((name) => `src/${name}.ts`),
    join(dist, 'types'),
  )
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(report(chunks), null, 2)}\n`)
}

if (import.meta.main) await build()
