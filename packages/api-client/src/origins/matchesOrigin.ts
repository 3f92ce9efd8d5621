import { formatOriginPattern, parseOriginPattern } from './originPattern.ts'

/**
 * Returns whether one of a project's patterns allows an origin; the only implementation, for backend, frame server and modal.
 *
 * Scheme, host and port must be equal; `*` in a pattern is exactly one label. An empty list allows nothing, and neither does an invalid
 * pattern. `origin` must have the form that browsers send (RFC 6454, section 6.2).
 */
export const matchesOrigin = (patterns: readonly string[], origin: string): boolean => {
  const asked = parseOriginPattern(origin)
  if (asked === null || asked.labels.includes('*') || formatOriginPattern(asked) !== origin) return false
  return patterns.some((text) => {
    const pattern = parseOriginPattern(text)
    return (
      pattern !== null &&
      pattern.scheme === asked.scheme &&
      pattern.port === asked.port &&
      pattern.labels.length === asked.labels.length &&
      pattern.labels.every((label, index) => label === '*' || label === asked.labels[index])
    )
  })
}
