import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteFeatures } from '@latchkey/copy/compile'
import { siteTexts } from '@latchkey/copy/siteTexts'

type Nested = { readonly [key: string]: string | Nested }

/** Text of a cell: what is inside keeps its braces from the site's templates, and its bars from the table. */
const cell = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

const textAt = (messages: Nested, path: string): string => {
  const found = path
    .split('.')
    .reduce<string | Nested | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), messages)
  if (typeof found !== 'string') throw new Error(`No message ${path}`)
  return found
}

/** Returns the table of the messages that `texts` can replace, with ours. */
export const describeTexts = (root: string): string =>
  [
    '# Texts',
    'The keys of `texts`, with the words that stand there without it. Keep the placeholders: `{name}` in ours is `{name}` in yours. Where ours has' +
      ' one form for one and another for several, yours has `{count}` and one form. What the wallet shows in its own document, such as approvals and' +
      ' sign-in codes, is not here: a site does not word it. [Theming](/guides/theming#your-words) has an example.',
    ...siteFeatures.flatMap((feature) => {
      const messages = JSON.parse(readFileSync(join(root, `packages/copy/en/${feature}.json`), 'utf8')) as Nested
      const keys = Object.keys(siteTexts).filter((key) => key.startsWith(`${feature}.`))
      return [
        `## ${feature}`,
        [
          '| Key | Ours |',
          '|---|---|',
          ...keys.map((key) => `| \`${key}\` | ${cell(textAt(messages, key.slice(feature.length + 1)))} |`),
        ].join('\n'),
      ]
    }),
    '',
  ].join('\n\n')
