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

const report = (chunks: Chunks): SizesReport => {
  const filesOf = (...sources: string[]): string[] => {
    const found = new Set<string>()
    for (const source of sources) withImports(chunks, chunkOf(chunks, source), found)
    return [...found]
  }
  return {
    groups: {
      'modal entry': { files: filesOf('src/index.ts'), apart: [] },
      'modal first open': {
        files: filesOf('src/index.ts', 'src/engine.ts', 'src/views/mountViews.tsx'),
        apart: [],
      },
    },
  }
}

export const build = async (): Promise<void> => {
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
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', minify: true },
      },
    },
  })
  await emitTypes(
    root,
    entries.map((name) => `src/${name}.ts`),
    join(dist, 'types'),
  )
  const output = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(report(chunks), null, 2)}\n`)
}

if (import.meta.main) await build()
