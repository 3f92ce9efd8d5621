import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { integrityOf } from '@latchkey/document-server'
import { build, defaultClientConditions, type Rolldown } from 'vite'
import type { WalletManifest } from '../server/walletManifest.ts'
import { importTogether } from './importTogether.ts'
import { namedReact } from './namedReact.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type BuildWalletOptions = {
  outDir: string
  /** With the pseudo-locale. */
  development?: boolean
}

export type BuiltWallet = {
  manifest: WalletManifest
  /** Chunks that contain only React. */
  reactChunks: readonly string[]
  /** Returns the chunks that importing these modules of `src` loads at once. Throws an `Error` for one without a chunk. */
  loadedBy: (...modules: readonly string[]) => string[]
}

const reactPackages = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/

/** The code that only Solana requests need: one chunk, loaded when Solana is used. */
const solanaModules =
  /[\\/](?:chains[\\/]src[\\/](?:solana[\\/]|swaps[\\/](?:solanaSwap|jupiterRoute)|address[\\/](?:base58|solanaAddress))|approvals[\\/](?:solana|swap[\\/](?:assess|use)Solana)|oneClick[\\/]signOnSolana|chain[\\/](?:createSolanaReader|solanaReads))/

/**
 * The shared code of screens and of approvals, in a chunk each. By default, the bundler makes a chunk for every set of screens that happens
 * to share a module: dozens of a few hundred bytes, each requested, checked and compressed separately, and each with a hash in the policy
 * of every document. All hashes have to fit with the other headers into 4 KB, which is nginx's limit.
 */
const sharedParts =
  /[\\/](?:packages[\\/]ui[\\/]|secure-frame[\\/]src[\\/](?:login|pages|views|language|boundary[\\/]displayHost|approvals[\\/]screen[\\/](?:approval|useLoaded|useOnline))[\\/.]|packages[\\/]copy[\\/](?:src|generated[\\/](?:en[\\/])?(?:common|errors|linkPage|signIn))[\\/.]|chains[\\/]src[\\/]address[\\/]shortAddress|api-client[\\/]src[\\/]walletProjectId)/
const sharedApprovals =
  /[\\/](?:secure-frame[\\/]src[\\/]approvals|packages[\\/]copy[\\/]generated[\\/](?:en[\\/])?(?:approvals|approveSwap|approveTransaction|approveTypedData|risks|simulation))[\\/.]/

/** A sign-in whose address has a wallet: few need it. */
const found =
  /secure-frame[\\/]src[\\/]login[\\/](?:Found|createFoundStep)|generated[\\/](?:en[\\/])?foundAccount[\\/.]/
/** Proof of a login at a provider: for the wallet's own page, and for that sign-in. */
const providers =
  /secure-frame[\\/]src[\\/]login[\\/](?:Provider|createProviderStep)|ui[\\/]src[\\/](?:qr|Qr|provider|Provider)/

/** Messages before a user, including sign-in messages, and the data that a site receives. A transaction needs none of it. */
const messages =
  /[\\/](?:secure-frame[\\/]src[\\/](?:approvals[\\/](?:letKnow|message[\\/]MessageScreen|personal_sign|signIn[\\/])|oneClick[\\/](?!createOneClick|readOneClick))|chains[\\/]src[\\/]message[\\/]personalMessage|packages[\\/]copy[\\/]generated[\\/](?:en[\\/])?(?:approveMessage|letKnow|oneClick))/

/** Approvals so short that they load with their shared code, and with the window's. */
const screens =
  /[\\/](?:secure-frame[\\/]src[\\/](?:approvals[\\/](?:ApprovalHost|connect|mountApprovals|openScreens|screen[\\/]WindowCard|window[\\/]))|api-client[\\/]src[\\/]canonicalJson)/

/**
 * Responses about an account that need no approval, and uploads after a restore: short, so one chunk. Each chunk is another hash in the
 * headers of the documents.
 */
const quietAnswers =
  /[\\/]secure-frame[\\/]src[\\/](?:handlers[\\/]wallet[\\/](?:getAssets|getCapabilities|ownAddresses|giveIdToken)|session[\\/]sendAgain)\./

/** Code that reads, checks and writes transactions of Ethereum's networks, which the approvals load. */
const evm =
  /[\\/](?:chains[\\/]src[\\/](?:refuse\.|address[\\/]evmAddress|amount|calldata|erc20|fees|hex|message[\\/](?:parseTypedData|typedData)|risks|smartAccount[\\/]accountCore|swaps[\\/]swapTerms|transaction)|@noble[\\/]hashes[\\/]|viem[\\/]_esm[\\/](?:errors[\\/](?:address|cursor)|utils[\\/](?:address|cursor|lru|data[\\/]concat|encoding[\\/]toRlp|hash[\\/]keccak256)))/

/** The approvals of smart accounts, and their services. */
const operations =
  /[\\/](?:secure-frame[\\/]src[\\/](?:approvals[\\/](?:calls|permissions|wallet_|eth_sendUserOperation)|permissions[\\/]|handlers[\\/]permissionsOfPage|createServices)|chains[\\/]src[\\/](?:caip[\\/]caip10|permissions|smartAccount[\\/](?:accountCalls|packUserOperation|userOperation|usualOverheadGas))|copy[\\/]generated[\\/](?:en[\\/])?approve(?:Calls|Permissions)|abitype[\\/]|viem[\\/]_esm[\\/](?:errors[\\/]abi|utils[\\/](?:abi|regex|data[\\/]slice|signature[\\/]hashTypedData|hash[\\/](?:hashSignature|normalizeSignature|toFunctionSelector|toSignature))))/

/** A smart account's address, signatures and outcomes of operations: what is answered without an approval. */
const smartAccount =
  /[\\/](?:secure-frame[\\/]src[\\/](?:smartAccount|calls|chain[\\/]operationRefusal|handlers[\\/]wallet[\\/]operations)|chains[\\/]src[\\/]smartAccount)[\\/.]/

/** Pages that a link, an app or a provider opens, with their words. */
const links =
  /[\\/](?:secure-frame[\\/]src[\\/]pages[\\/](?:authorize[\\/](?!agreedApps)|deviceLink|joinAccount|undoEmailChange)|copy[\\/]generated[\\/](?:en[\\/])?(?:authorize|deviceLink|joinAccount|undoEmailChange)[\\/.])/
const social =
  /[\\/](?:secure-frame[\\/]src[\\/]pages[\\/](?:loading[\\/]|social[\\/](?:SocialPage|createHandover|giveResult|mountSocial|startSocial))|copy[\\/]generated[\\/](?:en[\\/])?(?:loading|socialPage)[\\/.])/

/** The parts of the wallet's own page that the page for signing in to apps also has. */
const settings =
  /[\\/](?:secure-frame[\\/]src[\\/](?:pages[\\/](?:settings[\\/]|forgetAgreed|authorize[\\/]agreedApps|social[\\/]agreedOrigins)|challenge|permissions|handlers[\\/]permissionsOfPage|session|login[\\/](?:create|openSignIn|proveBy|proveNew))|copy[\\/]generated[\\/](?:en[\\/])?settings[\\/.])/

/** The worker that solves challenges: one classic script without imports, so that its policy can forbid all loading. */
const buildWorker = async (): Promise<string> => {
  const results = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    // It shows no errors: it must not include their messages.
    resolve: { conditions: ['error-names', ...defaultClientConditions] },
    build: {
      write: false,
      target: ['chrome127', 'firefox138', 'safari18.4'],
      lib: { entry: join(root, 'src/challenge/worker.ts'), formats: ['iife'], name: 'challenges', fileName: 'script' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [script, ...others] = (Array.isArray(results) ? results[0]?.output : undefined) ?? []
  if (script?.type !== 'chunk' || others.length > 0) throw new Error('Expected one file of the worker')
  return script.code
}

/** Returns the names of chunks and of all that they import statically. */
const withImports = (chunks: readonly Rolldown.OutputChunk[], names: readonly string[]): string[] => {
  const found = new Set(names)
  for (const name of found)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(imported)
  return [...found]
}

/** Throws an `Error` that names the chunks when some import each other statically: their order would be undefined. */
const refuseCycles = (chunks: readonly Rolldown.OutputChunk[]): void => {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name))
      throw new Error(
        `Chunks of the wallet document import each other: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`,
      )
    if (done.has(name)) return
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      visit(imported, [...path, name])
    done.add(name)
  }
  for (const { fileName } of chunks) visit(fileName, [])
}

/**
 * Builds the documents of the wallet origin: an entry without React that opens the channel to the page, and chunks for the
 * screens, in the frame or in the approval window. Everything is a file with its hash in its name; nothing is inlined and nothing
 * preloads by script, so that the policy can name each file. Replaces the contents of `outDir` and writes `manifest.json` there.
 */
export const buildWallet = async ({ outDir, development = false }: BuildWalletOptions): Promise<BuiltWallet> => {
  const worker = await buildWorker()
  const workerPath = `/assets/challenges-${createHash('sha256').update(worker).digest('hex').slice(0, 16)}.js`
  const results = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [namedReact()],
    // The same files regardless of NODE_ENV while building, in a test for example.
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.DEV': String(development),
      challengeWorkerPath: JSON.stringify(workerPath),
    },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      // The first engines with integrity in import maps; older ones would not run the document anyway.
      target: ['chrome127', 'firefox138', 'safari18.4'],
      cssCodeSplit: false,
      // As a library: an application's build would wrap every `import()` in Vite's preloading, which is useless here.
      // It would also inline images, but there are none in files.
      lib: { entry: { wallet: join(root, 'src/main.ts') }, formats: ['es'], cssFileName: 'style' },
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        preserveEntrySignatures: false,
        output: {
          // By default, a library keeps its white space and its bundler annotations, so that others can bundle it again.
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
              // Each document begins with the entry, so its imports are one chunk with it, even if other chunks need them.
              { name: 'wallet', tags: ['$initial'] },
              { name: 'evm', test: evm },
              { name: 'operations', test: operations },
              { name: 'smartAccount', test: smartAccount },
              { name: 'answers', test: quietAnswers },
              { name: 'links', test: links },
              { name: 'social', test: social },
              { name: 'messages', test: messages },
              { name: 'screens', test: screens },
              { name: 'found', test: found },
              { name: 'providers', test: providers },
              { name: 'settings', test: settings, minShareCount: 2 },
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

  const chunks = result.output.flatMap((output) => (output.type === 'chunk' ? [output] : []))
  refuseCycles(chunks)

  const entryChunk = chunks.find(({ isEntry }) => isEntry)
  if (entryChunk === undefined) throw new Error('The wallet document has no entry')
  const codes = importTogether(chunks, entryChunk.fileName)
  const files = result.output.map((output) => ({
    path: `/${output.fileName}`,
    content: output.type === 'chunk' ? (codes.get(output.fileName) ?? output.code) : output.source,
    output,
  }))
  const integrities = Object.fromEntries(files.map(({ path, content }) => [path, integrityOf(content)]))
  // It runs as no script of a document, so that no policy lists it.
  const scripts = files.filter(({ path }) => path.endsWith('.js')).map(({ path }) => path)
  const manifest: WalletManifest = {
    entry: `/${entryChunk.fileName}`,
    imports: entryChunk.imports.map((name) => `/${name}`),
    styles: files.filter(({ path }) => path.endsWith('.css')).map(({ path }) => path),
    files: { ...integrities, [workerPath]: integrityOf(worker) },
    worker: workerPath,
    importMap: { integrity: Object.fromEntries(scripts.map((path) => [path, integrities[path] ?? ''])) },
  }

  await rm(outDir, { recursive: true, force: true })
  for (const { path, content } of [...files, { path: workerPath, content: worker }]) {
    await mkdir(dirname(join(outDir, path)), { recursive: true })
    await writeFile(join(outDir, path), content)
  }
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const reactChunks = files.flatMap(({ path, output }) =>
    output.type === 'chunk' && output.moduleIds.length > 0 && output.moduleIds.every((id) => reactPackages.test(id))
      ? [path]
      : [],
  )
  const loadedBy = (...modules: readonly string[]) => {
    const starts = modules.map((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, 'src', module)))
      if (chunk === undefined) throw new Error(`The wallet document has no chunk with ${module}`)
      return chunk.fileName
    })
    return withImports(chunks, starts).map((name) => `/${name}`)
  }
  return { manifest, reactChunks, loadedBy }
}
