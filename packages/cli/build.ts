/** Builds the published package: `node build.ts`. Only the IMAP client, which one command loads, stays an import. */
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../scripts/packages/buildLibrary.ts'

export const build = (): Promise<void> =>
  buildLibrary({
    root: fileURLToPath(new URL('.', import.meta.url)),
    entries: { latchkey: 'main.ts' },
    commands: ['latchkey'],
    external: ['imapflow'],
    formats: 'esm',
  })

if (import.meta.main) await build()
