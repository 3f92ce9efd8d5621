/**
 * Builds the package as it is published: `node build.ts`
 *
 * As ES modules and as CommonJS, because Playwright loads the specs of a project without `"type": "module"` as CommonJS. Wallets include
 * their code for keys and chains; only WalletConnect's client is left to users of that entry.
 */
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../scripts/packages/buildLibrary.ts'

export const build = (): Promise<void> =>
  buildLibrary({
    root: fileURLToPath(new URL('.', import.meta.url)),
    entries: { index: 'index.ts', playwright: 'playwright/index.ts', walletconnect: 'walletConnect/index.ts' },
    external: ['@playwright/test', '@walletconnect/sign-client'],
    formats: 'both',
  })

if (import.meta.main) await build()
