import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const index = fileURLToPath(new URL('../index.ts', import.meta.url))
const entry = fileURLToPath(new URL('./virtual-entry.ts', import.meta.url))

/** Builds a page in memory that imports these names from the package. Returns its modules and its size in bytes, minified and gzipped. */
export async function bundle(names: readonly string[]): Promise<{ modules: string[]; gzipBytes: number }> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export { ${names.join(', ')} } from '${index}'` : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  const { output } = result as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  return {
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)),
    gzipBytes: chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0),
  }
}
