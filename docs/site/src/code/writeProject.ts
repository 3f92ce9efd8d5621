import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AssembledPage } from '../assemblePages.ts'
import { type Block, readBlocks } from './readBlocks.ts'

const typed = ['ts', 'tsx', 'vue']

/** Modules that pages import without showing them again, with the page that has them. */
const shared = { 'src/latchkey.ts': 'start/vite', 'src/clients.ts': 'guides/viem' } as const

/** What readers' apps have: strict, with the types of Vite and nothing of ours. */
const settings = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    // The workspace's packages are read from source.
    resolveJsonModule: true,
    types: ['node', 'vite/client'],
  },
  include: ['.'],
}

const scriptIn = (component: string): string => /<script[^>]*>\n([\s\S]*?)<\/script>/.exec(component)?.[1] ?? ''

/** Path of a block in the folder of its page. Blocks without one stand beside those that they import. */
const placeOf = ({ file, language }: Block, index: number): string =>
  file === undefined ? `src/block${index + 1}.${language}` : file.replace(/[.]vue$/, '.vue.ts')

/** Writes the code of all pages as one project for the compiler: a folder for each page. */
export const writeProject = (folder: string, pages: readonly AssembledPage[]): void => {
  rmSync(folder, { recursive: true, force: true })
  const blocksOf = new Map(pages.map(({ path, markdown }) => [path, readBlocks(markdown)]))
  for (const [page, blocks] of blocksOf) {
    const code = blocks.filter(({ language }) => typed.includes(language))
    if (code.length === 0) continue
    const files = new Map<string, string>()
    for (const [file, from] of Object.entries(shared)) {
      const block = blocksOf.get(from)?.find((one) => one.file === file)
      if (block === undefined) throw new Error(`${from} has no ${file}`)
      files.set(file, block.code)
    }
    for (const [index, block] of code.entries())
      files.set(placeOf(block, index), block.language === 'vue' ? scriptIn(block.code) : block.code)
    for (const [file, text] of files) {
      const path = join(folder, page, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
}
