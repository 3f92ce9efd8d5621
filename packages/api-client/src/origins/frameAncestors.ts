import { formatOriginPattern, parseOriginPattern } from './originPattern.ts'

/**
 * Returns the source list of `frame-ancestors` (CSP Level 3) for a project's patterns; `'none'` when none is valid.
 *
 * CSP allows `*` only on the left, where it stands for one label or more: everything left of a pattern's last `*` is dropped. The list may
 * thus be wider than `matchesOrigin`, which must be checked as well.
 */
export const frameAncestors = (patterns: readonly string[]): string => {
  const sources = patterns.flatMap((text) => {
    const pattern = parseOriginPattern(text)
    if (pattern === null) return []
    const labels = pattern.labels.slice(Math.max(0, pattern.labels.lastIndexOf('*')))
    return [formatOriginPattern({ ...pattern, labels })]
  })
  return sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ')
}
