import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where what the modal shows is drawn. */
const folders = ['packages/ui/src', 'apps/modal/src/views']

const sourcesIn = (root: string, folder: string): { component: string; source: string }[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !/\.(?:test|fixture|browser)/.test(path))
    .toSorted()
    .map((path) => ({ component: basename(path, '.tsx'), source: readFileSync(join(root, folder, path), 'utf8') }))

/** Each name of the modal's parts with the components that draw it, as their sources have it. */
export const readParts = (root: string): ReadonlyMap<string, readonly string[]> => {
  const parts = new Map<string, Set<string>>()
  for (const { component, source } of folders.flatMap((folder) => sourcesIn(root, folder)))
    for (const [, names = ''] of source.matchAll(/\bpart(?:=|: )["']([a-z][a-z -]*)["']/g))
      for (const name of names.split(' ')) parts.set(name, (parts.get(name) ?? new Set()).add(component))
  return new Map([...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, of]) => [name, [...of]]))
}

/** Returns the table of the names for `::part`. */
export const describeParts = (root: string): string =>
  [
    '# Parts',
    'What the modal draws has names, so that your style sheet can reach it: `latchkey-modal::part(row) { … }`. The wallet frame is a document of its' +
      ' own, with [theme variables](/reference/theme) alone. [Theming](/guides/theming) has examples. Try variables first: a part may be drawn in' +
      ' another way in a later release.',
    [
      '| Part | Where |',
      '|---|---|',
      ...[...readParts(root)].map(([name, components]) => `| \`${name}\` | ${components.join(', ')} |`),
    ].join('\n'),
    '',
  ].join('\n\n')
