/** Builds the published package: `node build.ts`. Chain code (curves, hashes, codecs) is bundled; only `jose` stays an import. */
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../scripts/packages/buildLibrary.ts'

export const build = (): Promise<void> =>
  buildLibrary({
    root: fileURLToPath(new URL('.', import.meta.url)),
    entries: { index: 'index.ts', hono: 'hono.ts', express: 'express.ts', next: 'next.ts' },
    external: ['jose'],
    formats: 'esm',
  })

if (import.meta.main) await build()
