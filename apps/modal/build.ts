/**
 * Builds the package as it is published: `node build.ts`
 *
 * `dist/` gets two builds of the same source, both ES modules with lazy chunks: one that imports the dapp's React, and in
 * `dist/element` one that includes Preact, for pages without React and for script tags. It also gets the types and the report for the size
 * budgets. Inside the workspace nothing needs the build: exports resolve to the source.
 */
import { globSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type Rolldown, build as viteBuild } from 'vite'
import type { SizesReport } from '../../scripts/sizes.ts'
import { emitTypes } from './scripts/emitTypes.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = join(root, 'dist')

/** One of the two builds: `entries` are files of `src`, `outDir` is relative to `dist`, `alias` replaces packages. */
type Build = { outDir: string; entries: readonly string[]; alias?: Readonly<Record<string, string>> }

const forReact: Build = { outDir: '.', entries: ['index', 'react', 'wagmi'] }

/** Of all bundled code. */
const licenses = 'licenses.md'

const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

const forPages: Build = {
  outDir: 'element',
  entries: ['element', 'latchkey'],
  alias: {
    'react/jsx-runtime': fileOf('preact/jsx-runtime'),
    'react-dom/client': join(root, 'src/renderer/createRoot.ts'),
    'react-dom': fileOf('preact/compat'),
    react: fileOf('preact/compat'),
  },
}

/** The entries that a dapp imports: the exports of the package. */
const typed = ['index', 'react', 'wagmi', 'element', 'latchkey']

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** Returns a chunk and its static imports. */
const withImports = (chunks: Chunks, file: string, found = new Set<string>()): Set<string> => {
  const chunk = chunks.get(file)
  if (chunk === undefined || found.has(file)) return found
  found.add(file)
  for (const imported of chunk.imports) withImports(chunks, imported, found)
  return found
}

const chunkOf = (chunks: Chunks, source: string): string => {
  for (const [file, chunk] of chunks) if (chunk.moduleIds.includes(join(root, source))) return file
  throw new Error(`The build has no chunk for ${source}`)
}

/** Returns the modules of a chunk, and of its static imports. */
const modulesOf = (chunks: Chunks, source: string): Set<string> => {
  const files = withImports(chunks, chunkOf(chunks, source))
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []))
}

const engineSource = 'src/engine.ts'
const viewsSource = 'src/views/mountViews.tsx'

/** Returns the paths in `dist` of the chunks that the sources load at once. */
const filesOf = ({ outDir }: Build, chunks: Chunks, ...sources: string[]): string[] => {
  const found = new Set<string>()
  for (const source of sources) withImports(chunks, chunkOf(chunks, source), found)
  return [...found].map((file) => join(outDir, file))
}

/** Chunk names with their modules; the first chunk that lists a module has it. */
type Group = { name: string; test: (module: string) => boolean }

/** Minifies a style sheet. A quoted text keeps its words but not its spacing: no sheet here has one with spaces. */
const shortenStyles = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>~]) ?/g, '$1')
    .replace(/\b0\.(?=\d)/g, '.')
    .replace(/: /g, ':')
    .replace(/ ([*/]) (?=[\d.]|var\()/g, '$1')
    .replace(/='([a-z][\w-]*)'\]/g, '=$1]')
    .replaceAll(';}', '}')

/** Minifies the style sheets, which are templates in scripts: no minifier reads those. */
const styles: Plugin = {
  name: 'styles',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css\.ts$|[sS]tyles\.ts$/ },
    handler: (code) => ({ code: code.replace(/(?<=(?:css|=) ?)`[^`$]*`(?=\n)/g, shortenStyles), map: null }),
  },
}

/** Leaves it to the dapp's bundler whether the page is a development build (`src/background/startBackground.ts`). */
const dappMode: Plugin = {
  name: 'dapp-mode',
  enforce: 'pre',
  transform: {
    filter: { id: /startBackground\.ts$/ },
    handler: (code) => ({ code: code.replace('process.env.NODE_ENV', '__DAPP_MODE__'), map: null }),
  },
  renderChunk: (code) => ({ code: code.replace('__DAPP_MODE__', 'process.env.NODE_ENV'), map: null }),
}

const bundle = async ({ outDir, entries, alias }: Build, groups: readonly Group[]): Promise<Chunks> => {
  const result = await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [styles, ...(alias === undefined ? [dappMode] : [])],
    // A browser has no `process`, and a page without a bundler has nothing that replaces it.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    ...(alias && { resolve: { alias } }),
    build: {
      outDir: join(dist, outDir),
      emptyOutDir: false,
      target: 'es2023',
      // Pages without a bundler have no use for them, and the package stays small.
      sourcemap: alias === undefined,
      license: { fileName: licenses },
      lib: {
        entry: Object.fromEntries(entries.map((name) => [name, join(root, `src/${name}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        // The dapp's own: React, and beside wagmi the viem whose errors wagmi throws. Elsewhere parts of viem are built in.
        external: (id, importer) =>
          alias === undefined &&
          (/^react(?:-dom)?(?:$|\/)/.test(id) || (id === 'viem' && importer === join(root, 'src/wagmi.ts'))),
        // jotai marks its hooks as client code; bundled, the mark means nothing.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          minify: true,
          // The bundler has used them; a dapp's has nothing to drop, because the entry calls all of it.
          comments: { annotation: false },
          // Hooks don't run in a server component: with this directive Next reports that.
          banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
          codeSplitting: { groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })) },
        },
      },
    },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

/**
 * Chunks loaded after the first view, by when they are needed: each is one chunk, whichever part is requested first. Code shared by several
 * is in the first of them.
 */
const later: Readonly<Record<string, readonly string[]>> = {
  login: [
    'src/connectors/auth/createAuthConnector.ts',
    'src/connectors/auth/readUser.ts',
    'src/connectors/checkOrigin.ts',
    'src/createEmbeddedWallet.ts',
    'src/sign-in/id-token/getIdToken.ts',
    'src/state/embeddedRequest.ts',
    'src/views/ApproveTransaction.tsx',
    'src/views/EmailLogin.tsx',
    'src/views/Welcome.tsx',
  ],
  wallets: [
    'src/connectors/loadConnectors.ts',
    'src/connectors/announced/createAnnouncedSource.ts',
    'src/connectors/injected/createInjectedSource.ts',
    'src/directory/createDirectory.ts',
    'src/views/wallets/AllWallets.tsx',
    'src/views/connecting/ConnectingExternal.tsx',
  ],
  account: [
    'src/account/createAccountApi.ts',
    'src/views/Account.tsx',
    'src/views/account/Activity.tsx',
    'src/views/account/views.ts',
  ],
  social: ['src/views/social/ProviderMark.tsx', 'src/views/social/SocialChoice.tsx', 'src/views/social/views.ts'],
  proof: ['src/sign-in/session-proof/sessionProofPart.ts'],
  send: ['src/send/evmSender.ts', 'src/send/smartSender.ts', 'src/views/send/views.ts'],
}

/**
 * The chunks that every opening loads: one for the entry, one for the engine and one for the views; then one for each of `later`, and one
 * for code shared by several of these. By default the bundler makes a chunk of everything that several parts share: dozens, which are
 * requested one by one.
 */
const groupParts = (chunks: Chunks, entrySource: string): Group[] => {
  const modulesOfAll = (sources: readonly string[]) =>
    new Set(sources.flatMap((source) => [...modulesOf(chunks, source)]))
  const group = (name: string, modules: ReadonlySet<string>): Group => ({ name, test: (module) => modules.has(module) })
  const parts = Object.entries(later).map(([name, sources]) => ({ name, modules: modulesOfAll(sources) }))
  const wanted = parts.flatMap(({ modules }) => [...modules])
  const shared = new Set(wanted.filter((module, index) => wanted.indexOf(module) < index))
  const entryModules = modulesOfAll([entrySource])
  entryModules.delete(join(root, entrySource))
  return [
    group('entry-parts', entryModules),
    group('engine-parts', modulesOfAll([engineSource])),
    group('views-parts', modulesOfAll([viewsSource])),
    group('shared', shared),
    ...parts.map(({ name, modules }) => group(name, modules)),
  ]
}

const bundleGrouped = async (build: Build): Promise<Chunks> => {
  const groups = groupParts(await bundle(build, []), `src/${build.entries[0]}.ts`)
  await rm(join(dist, build.outDir), { recursive: true, force: true })
  return bundle(build, groups)
}

/** Source maps show our own source. Chunks that are mainly third-party code have none. */
const dropForeignSources = async (): Promise<void> => {
  for (const path of globSync('**/*.map', { cwd: dist })) {
    const map = JSON.parse(await readFile(join(dist, path), 'utf8')) as { sources: string[]; sourcesContent: unknown[] }
    const isForeign = map.sources.map((source) => source.includes('node_modules/'))
    const sourcesContent = map.sourcesContent.map((content, index) => (isForeign[index] ? null : content))
    const isOurs = isForeign.filter(Boolean).length <= map.sources.length / 2
    if (isOurs) await writeFile(join(dist, path), JSON.stringify({ ...map, sourcesContent }))
    else {
      const script = join(dist, path.slice(0, -'.map'.length))
      await writeFile(script, (await readFile(script, 'utf8')).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
      await rm(join(dist, path))
    }
  }
}

export const build = async (): Promise<void> => {
  // In this order: the first empties the folder of the second.
  const chunks = await bundleGrouped(forReact)
  const pageChunks = await bundleGrouped(forPages)
  await dropForeignSources()
  // The second build bundles all that the first does, and its renderer.
  await rename(join(dist, forPages.outDir, licenses), join(dist, licenses))
  await emitTypes(
    root,
    typed.map((name) => `src/${name}.ts`),
    join(dist, 'types'),
  )
  const sizes: SizesReport = {
    groups: {
      'modal entry': { files: filesOf(forReact, chunks, 'src/index.ts'), apart: [] },
      'modal first open': { files: filesOf(forReact, chunks, 'src/index.ts', engineSource, viewsSource), apart: [] },
      'modal with its renderer, first open': {
        files: filesOf(forPages, pageChunks, 'src/latchkey.ts', engineSource, viewsSource),
        apart: [],
      },
    },
  }
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

if (import.meta.main) await build()
