import { slugOf } from './slugOf.ts'

/** Removes fenced code blocks. */
export const withoutCode = (markdown: string): string => markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

/** Returns the anchors of a document's headings. Each repeated heading has a number. */
export const anchorsOf = (markdown: string): Set<string> => {
  const counts = new Map<string, number>()
  const headings = withoutCode(markdown).match(/^#{1,6} .+$/gm) ?? []
  return new Set(
    headings.map((heading) => {
      const slug = slugOf(heading.replace(/^#+ /, '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'))
      const count = counts.get(slug) ?? 0
      counts.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    }),
  )
}
