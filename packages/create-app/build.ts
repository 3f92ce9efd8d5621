/** Builds the package as it is published: `node build.ts`. The templates are packed as they are. */
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../scripts/packages/buildLibrary.ts'

export const build = (): Promise<void> =>
  buildLibrary({
    root: fileURLToPath(new URL('.', import.meta.url)),
    entries: { 'create-latchkey-app': 'main.ts' },
    commands: ['create-latchkey-app'],
    formats: 'esm',
  })

if (import.meta.main) await build()
