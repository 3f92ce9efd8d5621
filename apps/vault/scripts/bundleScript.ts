import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions, type Plugin } from 'vite'

const vaultSource = fileURLToPath(new URL('../src/', import.meta.url))

type BundleOptions = {
  /** The global that holds the script's exports. */
  globalName?: string
  define?: Record<string, string>
  /** Includes code that `import.meta.env.DEV` guards. */
  development?: boolean
}

/** Bundles one entry of the vault's source, by its path there, with all of its imports, as one classic script. */
export const bundleScript = async (
  entry: string,
  { globalName = 'vault', define = {}, development = false }: BundleOptions = {},
): Promise<string> => {
  const result = await build({
    configFile: false,
    root: vaultSource,
    logLevel: 'warn',
    plugins: [webCryptoForNodeCrypto],
    // A `VaultReply` names an error, and the wallet document has its message: the vault does not carry the catalog.
    resolve: { conditions: ['error-names', ...defaultClientConditions] },
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': String(development), ...define },
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

/** `@hpke/common` imports Node's module where WebCrypto is missing; browsers always have it in a secure context. */
const webCryptoForNodeCrypto: Plugin = {
  name: 'web-crypto-for-node-crypto',
  enforce: 'pre',
  resolveId: (id) => (id === 'crypto' ? '\0crypto' : null),
  load: (id) => (id === '\0crypto' ? 'export const webcrypto = globalThis.crypto' : null),
}
