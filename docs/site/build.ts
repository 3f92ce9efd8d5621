/**
 * Builds the documentation site: `node build.ts` writes `dist/`, which any web server sends as it is, and beside each page its Markdown, for
 * readers that are programs (`llms.txt` lists it).
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AssembledPage, assemblePages } from './src/assemblePages.ts'
import { describeSite } from './src/describeSite.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = join(folder, '../..')

const writePages = (target: string, pages: readonly AssembledPage[]): void => {
  for (const { path, markdown } of pages) {
    const file = join(target, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
}

const picture = join(root, 'docs/images/architecture.svg')

/** Returns all that decides what is built: the pages as they are assembled, and how they are drawn. */
export const readInputs = (): string[] => [
  ...assemblePages(root).flatMap(({ path, markdown }) => [path, markdown]),
  ...[
    'build.ts',
    'package.json',
    'src/describeSite.ts',
    'src/outline.ts',
    'src/slugOf.ts',
    '.vitepress/config.ts',
    '.vitepress/theme/index.ts',
    '.vitepress/theme/site.css',
  ].map((file) => readFileSync(join(folder, file), 'utf8')),
  readFileSync(picture, 'utf8'),
]

export const build = async (): Promise<void> => {
  const { build: buildSite } = await import('vitepress')
  const pages = assemblePages(root)
  const sources = join(folder, '.pages')
  const dist = join(folder, 'dist')
  rmSync(sources, { recursive: true, force: true })
  rmSync(dist, { recursive: true, force: true })
  writePages(sources, pages)
  cpSync(picture, join(sources, 'public/architecture.svg'))
  await buildSite(folder)
  // The home page is markup alone; a program reads the list of pages.
  writePages(
    dist,
    pages.filter(({ path }) => path !== 'index'),
  )
  for (const [file, text] of describeSite(pages)) writeFileSync(join(dist, file), text)
}

if (import.meta.main) await build()
