/** Builds the published package: `node build.ts`. Only Playwright, which drives the browser, stays an import. */
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../scripts/packages/buildLibrary.ts'

export const build = (): Promise<void> =>
  buildLibrary({
    root: fileURLToPath(new URL('.', import.meta.url)),
    entries: { index: 'index.ts', 'latchkey-conformance': 'main.ts' },
    commands: ['latchkey-conformance'],
    external: ['playwright-core'],
    formats: 'esm',
  })

if (import.meta.main) await build()
