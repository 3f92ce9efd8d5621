import { posix } from 'node:path'
import { sections } from './outline.ts'

const included = new Map(
  sections.flatMap(({ pages }) =>
    pages.flatMap(({ path, file }) => (file === undefined ? [] : [[file, path] as const])),
  ),
)

/** A link, whose text may have one code span. */
const link = /(?<!!)\[((?:[^[\]`]|`[^`]*`)+)\]\(([^()\s]+)\)/g

/**
 * Returns a document of the repository as a page. Links to other included documents lead to their pages; what the site doesn't have
 * keeps the link's text and, in brackets, its path in the repository.
 */
export const includeDocument = (file: string, text: string): string => {
  const folder = posix.dirname(file)
  return text.replaceAll(/<!--[\s\S]*?-->\n?/g, '').replaceAll(link, (whole, label: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return whole
    const [path = '', hash] = target.split('#')
    const inRepository = posix.join(folder, path).replace(/\/$/, '')
    const known = included.get(inRepository) ?? included.get(`${inRepository}/README.md`)
    if (known !== undefined) return `[${label}](/${known}${hash === undefined ? '' : `#${hash}`})`
    return label.includes(inRepository) ? label : `${label} (\`${inRepository}\`)`
  })
}
