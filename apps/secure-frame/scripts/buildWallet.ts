import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { integrityOf } from '@latchkey/document-server'
import { build } from 'vite'
import type { WalletManifest } from '../server/walletManifest.ts'
import { namedReact } from './namedReact.ts'
import { onlyThrough } from './onlyThrough.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type BuiltWallet = {
  manifest: WalletManifest
  /** Chunks that hold nothing but React. */
  reactChunks: readonly string[]
  /** Chunks that nobody loads who has a plain account. */
  smartAccountChunks: readonly string[]
}

const reactPackages = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/

/** What only requests on Solana take: one chunk, loaded when Solana is used. */
const solanaModules =
  /[\\/](?:chains[\\/]src[\\/](?:solana[\\/]|address[\\/](?:base58|solanaAddress))|approvals[\\/]solana|chain[\\/](?:createSolanaReader|solanaReads))/

/**
 * What several screens draw with, and what several approvals do, once their turn comes: a chunk each, with the small things
 * that only screens share. Left alone, every set of screens that happens to share a module makes a chunk of its own: dozens
 * of a few hundred bytes, each asked for, checked and compressed by itself.
 */
const sharedParts =
  /[\\/](?:packages[\\/]ui[\\/]|secure-frame[\\/]src[\\/](?:login|pages|views|boundary[\\/]displayHost)[\\/.]|chains[\\/]src[\\/]address[\\/]shortAddress|api-client[\\/]src[\\/]walletProjectId)/
const sharedApprovals = /[\\/]secure-frame[\\/]src[\\/]approvals[\\/]/

/** What a page is told about its account without anybody being asked: short, so one chunk. */
const quietAnswers =
  /[\\/]secure-frame[\\/]src[\\/]handlers[\\/]wallet[\\/](?:getAssets|getCapabilities|ownAddresses)\./

/** What reading, judging and writing transactions of Ethereum's networks takes, where several approvals do it. */
const sharedEvm =
  /[\\/]chains[\\/]src[\\/](?:address[\\/]evmAddress|amount|calldata|erc20|fees|hex|message[\\/](?:parseTypedData|typedData)|risks|smartAccount[\\/]accountCore|transaction)[\\/.]/

/** What the approvals of smart accounts share, apart from where such an account is: that is told before anything is asked. */
const sharedOperations =
  /[\\/](?:secure-frame[\\/]src[\\/]approvals[\\/](?:calls|permissions)|chains[\\/]src[\\/](?:permissions|smartAccount[\\/](?:accountCalls|packUserOperation|userOperation|usualOverheadGas)))/

/** What became of an operation, for whoever sends it, waits for it or is asked about it. */
const sharedOutcomes = /[\\/]secure-frame[\\/]src[\\/]smartAccount[\\/](?:readOutcome|waitForOutcome)\./

/** Where smart accounts begin: what these modules load by themselves, a plain account has no use for. */
const smartAccountGates =
  /[\\/]secure-frame[\\/]src[\\/](?:smartAccount|permissions|calls|approvals[\\/](?:calls|wallet_|eth_sendUserOperation)|handlers[\\/]wallet[\\/](?:getCallsStatus|askBundler)|pages[\\/]settings[\\/]permissions)/

/**
 * Build the documents of the wallet origin: an entry without React that opens the line to the page, and chunks for what a
 * person sees, in the frame or in the approval window. Everything is a file with its hash in its name; nothing is inlined and nothing preloads by script, so that the policy
 * can name each file. Replaces what is in `outDir` and writes `manifest.json` there.
 */
export const buildWallet = async ({ outDir }: { outDir: string }): Promise<BuiltWallet> => {
  const results = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [namedReact()],
    // The same files whatever NODE_ENV is while building, in a test for one.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      // The first engines with integrity in import maps; older ones would not run the document anyway.
      target: ['chrome127', 'firefox138', 'safari18.4'],
      cssCodeSplit: false,
      // As a library: an application's build would wrap every `import()` in Vite's preloading, which has nothing to do here.
      // It would also inline pictures, but there are none in files.
      lib: { entry: { wallet: join(root, 'src/main.ts') }, formats: ['es'], cssFileName: 'style' },
      rolldownOptions: {
        preserveEntrySignatures: false,
        output: {
          // For others to bundle again, a library keeps its white space and its notes for the bundler.
          minify: true,
          comments: false,
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'react', test: reactPackages, includeDependenciesRecursively: true },
              { name: 'solana', test: solanaModules },
              { name: 'operations', test: sharedOperations, minShareCount: 2 },
              { name: 'outcomes', test: sharedOutcomes },
              // Each document begins with the entry, so what that imports is one chunk with it, whoever else wants it.
              { name: 'wallet', tags: ['$initial'] },
              { name: 'evm', test: sharedEvm, minShareCount: 2 },
              { name: 'answers', test: quietAnswers },
              { name: 'parts', test: sharedParts, minShareCount: 2 },
              { name: 'approvals', test: sharedApprovals, minShareCount: 2 },
            ],
          },
        },
      },
    },
  })
  const [result] = Array.isArray(results) ? results : []
  if (result === undefined) throw new Error('Expected one bundle of the wallet document')

  const files = result.output.map((output) => ({
    path: `/${output.fileName}`,
    content: output.type === 'chunk' ? output.code : output.source,
    output,
  }))
  const entry = files.find(({ output }) => output.type === 'chunk' && output.isEntry)
  if (entry === undefined) throw new Error('The wallet document has no entry')
  const integrities = Object.fromEntries(files.map(({ path, content }) => [path, integrityOf(content)]))
  const scripts = files.filter(({ path }) => path.endsWith('.js')).map(({ path }) => path)
  const manifest: WalletManifest = {
    entry: entry.path,
    imports: entry.output.type === 'chunk' ? entry.output.imports.map((name) => `/${name}`) : [],
    styles: files.filter(({ path }) => path.endsWith('.css')).map(({ path }) => path),
    files: integrities,
    importMap: { integrity: Object.fromEntries(scripts.map((path) => [path, integrities[path] ?? ''])) },
  }

  await rm(outDir, { recursive: true, force: true })
  for (const { path, content } of files) {
    await mkdir(dirname(join(outDir, path)), { recursive: true })
    await writeFile(join(outDir, path), content)
  }
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const reactChunks = files.flatMap(({ path, output }) =>
    output.type === 'chunk' && output.moduleIds.length > 0 && output.moduleIds.every((id) => reactPackages.test(id))
      ? [path]
      : [],
  )
  const chunks = result.output.flatMap((output) => (output.type === 'chunk' ? [output] : []))
  const smartAccountChunks = onlyThrough(chunks, (id) => smartAccountGates.test(id)).map((name) => `/${name}`)
  return { manifest, reactChunks, smartAccountChunks }
}
