/** Builds the package as it is published: `node build.ts` */
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../scripts/packages/buildLibrary.ts'

export const build = (): Promise<void> =>
  buildLibrary({
    root: fileURLToPath(new URL('.', import.meta.url)),
    entries: { latchkey: 'main.ts' },
    commands: ['latchkey'],
    formats: 'esm',
  })

if (import.meta.main) await build()
