import type { AssembledPage } from './assemblePages.ts'
import { sections } from './outline.ts'

const about =
  'Latchkey is a wallet-connection and sign-in layer for web apps that a team runs on its own machines: a modal (`@latchkey/modal`), a wallet' +
  ' frame and a vault on origins of their own, and two backend authorities.'

/** Returns how a page's text begins: whole sentences, up to about a line. */
const summaryOf = (markdown: string): string => {
  const prose = markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
  const paragraph = prose.split(/\n{2,}/).find((part) => /^(?:[A-Z[]|`(?!``))/.test(part)) ?? ''
  const plain = paragraph.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('\n', ' ')
  return /^.{40,}?[.](?= |$)/.exec(plain)?.[0] ?? plain
}

/** Returns `llms.txt`, which lists the pages for programs, and `llms-full.txt`, which has what is written for developers of sites. */
export const describeSite = (pages: readonly AssembledPage[]): ReadonlyMap<string, string> => {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const lists = sections.map(({ title, pages: own }) =>
    [
      `## ${title}`,
      '',
      ...own.map((page) => `- [${page.title}](/${page.path}.md): ${summaryOf(byPath.get(page.path)?.markdown ?? '')}`),
    ].join('\n'),
  )
  const full = pages.filter(
    ({ path, origin }) => path !== 'index' && origin !== 'included' && !/^(alerts|errors)\//.test(path),
  )
  return new Map([
    ['llms.txt', `# Latchkey\n\n> ${about}\n\n${lists.join('\n\n')}\n`],
    [
      'llms-full.txt',
      `# Latchkey\n\n> ${about}\n\n${full.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')}\n`,
    ],
  ])
}
