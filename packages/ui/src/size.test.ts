import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

/** Returns the gzipped bytes of a production build of this package, without what `external` matches. */
const gzippedBytes = async (external: RegExp[]): Promise<number> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // Vitest isn't in production mode, and would build for development.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./index.ts', import.meta.url)),
        preserveEntrySignatures: 'strict',
        external,
        output: { format: 'es' },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const code = outputs.flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  return gzipSync(code.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n'), { level: 9 }).length
}

test('all parts with their styles weigh at most 15 KB', async () => {
  expect(await gzippedBytes([/^react/, /^@latchkey\/protocol/])).toBeLessThanOrEqual(15 * 1024)
})

test('with the theme table they weigh at most 17 KB', async () => {
  expect(await gzippedBytes([/^react/])).toBeLessThanOrEqual(17 * 1024)
})
