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
  /** Classic script that the document loads when the person is first asked something. */
  screens: BuiltFile
  /** Classic script of the worker that derives secrets from passphrases. */
  kdf: BuiltFile
}

/**
 * Build the vault: self-contained classic scripts without imports, so that the document's policy can name its two by
 * hash and those of the workers can forbid all loading. Replaces what is in `outDir`.
 */
export const buildVault = async ({ outDir }: { outDir: string }): Promise<VaultManifest> => {
  const worker = named('vault-worker', await bundle('worker/worker.ts'))
  const kdf = named('vault-kdf', await bundle('kdf/worker.ts'))
  const screens = named('vault-screens', await bundle('screens/openScreens.ts', { globalName: 'vaultScreens' }))
  const vaultFiles = {
    worker: `/${worker.built.file}`,
    kdf: `/${kdf.built.file}`,
    screens: `/${screens.built.file}`,
    screensIntegrity: screens.built.sha256,
  }
  const document = named(
    'vault',
    await bundle('document/main.ts', { define: { vaultFiles: JSON.stringify(vaultFiles) } }),
  )
  const manifest = { document: document.built, worker: worker.built, screens: screens.built, kdf: kdf.built }

  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await Promise.all([
    ...[worker, kdf, screens, document].map(({ built, script }) => writeFile(join(outDir, built.file), script)),
    writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`),
  ])
  return manifest
}

/** One entry with all that it imports as one script. `globalName`: what holds its exports in the realm it runs in. */
const bundle = async (
  entry: string,
  { globalName = 'vault', define = {} }: { globalName?: string; define?: Record<string, string> } = {},
): Promise<string> => {
  const result = await build({
    configFile: false,
    root: vaultSource,
    logLevel: 'warn',
    plugins: [webCryptoForNodeCrypto],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: ['chrome111', 'firefox115', 'safari16.4'],
      lib: { entry: join(vaultSource, entry), formats: ['iife'], name: globalName, fileName: 'script' },
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

const named = (name: string, script: string): { built: BuiltFile; script: string } => {
  const digest = createHash('sha256').update(script).digest()
  const file = `${name}-${digest.toString('hex').slice(0, 16)}.js`
  return { built: { file, sha256: `sha256-${digest.toString('base64')}` }, script }
}
