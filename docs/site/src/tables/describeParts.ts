import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { partTable } from './partTable.ts'

/** Where what the modal shows is drawn. */
const folders = ['packages/ui/src', 'apps/modal/src']

const sourcesIn = (root: string, folder: string): { component: string; source: string }[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !/\.(?:test|fixture|browser)/.test(path))
    .toSorted()
    .map((path) => ({ component: basename(path, '.tsx'), source: readFileSync(join(root, folder, path), 'utf8') }))

/**
 * Each name of the modal's parts with the components that draw it, as their sources have it. A name whose end is chosen as it is drawn
 * ends in `*`.
 */
export const readParts = (root: string): ReadonlyMap<string, readonly string[]> => {
  const parts = new Map<string, Set<string>>()
  for (const { component, source } of folders.flatMap((folder) => sourcesIn(root, folder)))
    for (const [, plain, chosen] of source.matchAll(
      /\bpart(?:=|: )(?:["']([a-z][a-z -]*)["']|\{`([a-z][a-z -]*)\$\{\w+\}`\})/g,
    ))
      for (const name of (plain ?? `${chosen}*`).split(' '))
        parts.set(name, (parts.get(name) ?? new Set()).add(component))
  return new Map([...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, of]) => [name, [...of]]))
}

/** Whether a part is drawn, by its name or by one that ends in `*`. */
export const isDrawn = (parts: ReadonlyMap<string, unknown>, name: string): boolean =>
  parts.has(name) || [...parts.keys()].some((each) => each.endsWith('*') && name.startsWith(each.slice(0, -1)))

const isListed = (name: string): boolean => partTable.some((row) => row.name === name)

/** Returns the table of the names for `::part`. */
export const describeParts = (root: string): string =>
  [
    '# Parts',
    'What the modal draws has names, so that your style sheet can reach it: `latchkey-modal::part(row) { … }`. The wallet frame is a document of its' +
      ' own, with [theme variables](/reference/theme) alone. [Theming](/guides/theming) has examples. Try variables first: they keep text legible' +
      ' and the parts in proportion.',
    '## Names that stay',
    ['| Part | Where |', '|---|---|', ...partTable.map(({ name, where }) => `| \`${name}\` | ${where} |`)].join('\n'),
    'Add a state after the parentheses: `::part(row):hover`, `::part(input):focus-visible`, `::part(button):disabled`.',
    'The button of [@latchkey/modal/element](/reference/element) has one part: `latchkey-button::part(button)`.',
    '## Other names',
    'A later release may draw these in another way.',
    [
      '| Part | Component |',
      '|---|---|',
      ...[...readParts(root)]
        .filter(([name]) => !isListed(name) && !name.endsWith('*'))
        .map(([name, components]) => `| \`${name}\` | ${components.join(', ')} |`),
    ].join('\n'),
    '',
  ].join('\n\n')
