import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const entry = path('./virtualEntry.ts')

/** Builds a page that runs this code for production. Returns its modules, and its size in bytes after gzip. */
const bundle = async (code: string): Promise<{ modules: string; gzipBytes: number }> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  return {
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)).join('\n'),
    gzipBytes: chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0),
  }
}

test('ranking pays less than 1.8 KB and brings neither data nor zod', async () => {
  const { modules, gzipBytes } = await bundle(`export { rankWallets } from '${path('./index.ts')}'`)
  expect(modules).not.toMatch(/data|popular|zod|api-client/)
  expect(gzipBytes).toBeLessThan(1800)
})

test('the popular wallets pay less than 3 KB and bring no picture', async () => {
  const { modules, gzipBytes } = await bundle(`export { popularWallets } from '${path('./popular.ts')}'`)
  expect(modules).not.toMatch(/wallets\.json|Images/)
  expect(gzipBytes).toBeLessThan(3000)
})

test('the flags of wallets pay less than 0.6 KB and bring nothing else', async () => {
  const { modules, gzipBytes } = await bundle(`export { walletFlags } from '${path('./walletFlags.ts')}'`)
  expect(modules).not.toMatch(/wallets\.json|popular|Images/)
  expect(gzipBytes).toBeLessThan(600)
})

test('who names them and does not use them pays nothing', async () => {
  const { gzipBytes } = await bundle(`import '${path('./popular.ts')}'; import '${path('./data.ts')}'`)
  expect(gzipBytes).toBeLessThan(60)
})
