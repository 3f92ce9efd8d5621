import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AlertMessages, describeAlerts } from './alerts/describeAlerts.ts'
import { describeErrors } from './errors/describeErrors.ts'
import { includeDocument } from './includeDocument.ts'
import { type Page, sections } from './outline.ts'
import { describeEntry } from './reference/describeEntry.ts'
import { readDeclarations } from './reference/readDeclarations.ts'
import { describeNetworks } from './tables/describeNetworks.ts'
import { describeParts } from './tables/describeParts.ts'
import { describeTexts } from './tables/describeTexts.ts'
import { describeTheme } from './tables/describeTheme.ts'

/** Entries of packages whose reference is made from docstrings: address of the page, entry, source, and a sentence. */
const entries = [
  ['reference/modal', '@latchkey/modal', 'index', 'The modal, its options, its state, and its providers.'],
  ['reference/react', '@latchkey/modal/react', 'react', 'Hooks for React 18 and 19.'],
  [
    'reference/wagmi',
    '@latchkey/modal/wagmi',
    'wagmi',
    'The connector for wagmi 2 and 3. [The guide](/guides/wagmi) has a whole configuration.',
  ],
  [
    'reference/element',
    '@latchkey/modal/element',
    'element',
    'For pages without React: everything of [@latchkey/modal](/reference/modal), with a renderer of its own, and a button.',
  ],
] as const

/** Returns the pages that are made from the code, by address. */
const makePages = (root: string): ReadonlyMap<string, string> => {
  const modal = join(root, 'apps/modal')
  const messages = JSON.parse(readFileSync(join(root, 'packages/copy/en/alerts.json'), 'utf8')) as AlertMessages
  const main = new Set(readDeclarations(join(modal, 'src/index.ts')).map(({ name }) => name))
  return new Map([
    ...entries.map(([path, specifier, file, intro]) => {
      const all = readDeclarations(join(modal, `src/${file}.ts`))
      const own = file === 'index' ? all : all.filter(({ name }) => !main.has(name))
      return [path, describeEntry(specifier, intro, own)] as const
    }),
    ['reference/theme', describeTheme()],
    ['reference/parts', describeParts(root)],
    ['reference/texts', describeTexts(root)],
    ['reference/networks', describeNetworks()],
    ...describeAlerts(readFileSync(join(modal, 'ALERTS.md'), 'utf8'), messages),
    ...describeErrors(),
  ])
}

export type AssembledPage = {
  /** Address on the site, without a slash at the start. */
  path: string
  markdown: string
  /** Where the text comes from: only what is written for the site has code that its tests compile. */
  origin: 'written' | 'included' | 'made'
}

/** Returns every page of the site as Markdown, in the order of the outline, and after it the pages that only lists lead to. */
export const assemblePages = (root: string): AssembledPage[] => {
  const made = makePages(root)
  const read = ({ path, file, made: isMade }: Page): AssembledPage => {
    if (isMade === true) {
      const markdown = made.get(path)
      if (markdown === undefined) throw new Error(`Nothing makes the page ${path}`)
      return { path, markdown, origin: 'made' }
    }
    if (file !== undefined)
      return { path, markdown: includeDocument(file, readFileSync(join(root, file), 'utf8')), origin: 'included' }
    return { path, markdown: readFileSync(join(root, 'docs/site/pages', `${path}.md`), 'utf8'), origin: 'written' }
  }
  const listed = sections.flatMap(({ pages }) => pages.map(read))
  const known = new Set(listed.map(({ path }) => path))
  const others = [...made].filter(([path]) => !known.has(path))
  return [
    { path: 'index', markdown: readFileSync(join(root, 'docs/site/pages/index.md'), 'utf8'), origin: 'written' },
    ...listed,
    ...others.map(([path, markdown]) => ({ path, markdown, origin: 'made' }) as const),
  ]
}
