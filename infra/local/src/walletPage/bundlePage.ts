import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const house = fileURLToPath(new URL('../../../..', import.meta.url))
const sources = fileURLToPath(new URL('page', import.meta.url))
const words = join(house, 'packages/copy/en/localWallet.json')

/** Changes with the page's sources and messages, and with the installed packages. */
const stampOf = (): string => {
  const hash = createHash('sha256')
    .update(readFileSync(join(house, 'pnpm-lock.yaml')))
    .update(readFileSync(words))
  for (const file of globSync('**/*.ts', { cwd: sources }).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(sources, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Returns the page's script, as one file. Bundled once for each state of its sources, and cached. */
export const bundlePage = async (): Promise<string> => {
  const folder = join(house, 'node_modules', '.cache', 'latchkey')
  const file = join(folder, `wallet-page-${stampOf()}.js`)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const result = await build({
    root: sources,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(sources, 'main.ts'), formats: ['es'], fileName: 'wallet' },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  const script = output.find((one): one is Rolldown.OutputChunk => one.type === 'chunk')?.code
  if (script === undefined) throw new Error('The wallet page has no script')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, script)
  return script
}
