import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const vaultSource = fileURLToPath(new URL('../src/vault/', import.meta.url))

/** A built file. `file`: its name, which holds its hash; served at `/<file>`. `sha256`: as CSP and `integrity` write it, `sha256-<base64>`. */
export type BuiltFile = { file: string; sha256: string }

/** `manifest.json` beside the files: what the server of the vault origin makes its page and its policy from. */
export type VaultManifest = {
  /** Classic script of the vault document. */
  document: BuiltFile
  /** Classic script of the worker. */
  worker: BuiltFile
}

/**
 * Build the vault: one self-contained classic script a realm, without imports, so that the document's policy can name
 * its one script by hash and the worker's can forbid all loading. Replaces what is in `outDir`.
 */
export const buildVault = async ({ outDir }: { outDir: string }): Promise<VaultManifest> => {
  const worker = await bundle('worker/worker.ts', {})
  const workerFile = nameByContent('vault-worker', worker)
  const document = await bundle('document/main.ts', { vaultWorkerPath: JSON.stringify(`/${workerFile.file}`) })
  const documentFile = nameByContent('vault', document)
  const manifest = { document: documentFile, worker: workerFile }

  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await Promise.all([
    writeFile(join(outDir, workerFile.file), worker),
    writeFile(join(outDir, documentFile.file), document),
    writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`),
  ])
  return manifest
}

/** One entry with all that it imports as one script. */
const bundle = async (entry: string, define: Record<string, string>): Promise<string> => {
  const result = await build({
    configFile: false,
    root: vaultSource,
    logLevel: 'warn',
    plugins: [webCryptoForNodeCrypto],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: ['chrome111', 'firefox115', 'safari16.4'],
      lib: { entry: join(vaultSource, entry), formats: ['iife'], name: 'vault', fileName: 'script' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [output] = Array.isArray(result) ? result : []
  const [script, ...others] = output?.output ?? []
  if (script?.type !== 'chunk' || others.length > 0) throw new Error(`${entry}: expected one file`)
  return script.code
}

/** `@hpke/common` imports Node's module where there is no WebCrypto, which a browser always has in a secure context. */
const webCryptoForNodeCrypto: Plugin = {
  name: 'web-crypto-for-node-crypto',
  enforce: 'pre',
  resolveId: (id) => (id === 'crypto' ? '\0crypto' : null),
  load: (id) => (id === '\0crypto' ? 'export const webcrypto = globalThis.crypto' : null),
}

const nameByContent = (name: string, content: string): BuiltFile => {
  const digest = createHash('sha256').update(content).digest()
  return { file: `${name}-${digest.toString('hex').slice(0, 16)}.js`, sha256: `sha256-${digest.toString('base64')}` }
}
