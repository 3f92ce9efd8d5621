/** JSON without `undefined` and without fractions. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue }

/**
 * The one JSON text of a value (RFC 8785 for integers and well-formed strings): keys sorted by UTF-16 code units, no
 * white space. What both ends hash, sign or bind has to be the same bytes.
 *
 * Throws a TypeError for a number that is no safe integer and for a lone surrogate.
 */
export const canonicalJson = (value: CanonicalValue): string => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('Only safe integers have one form')
    return String(value)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('A lone surrogate has no bytes')
    return JSON.stringify(value)
  }
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${canonicalJson(key)}:${canonicalJson(item)}`).join(',')}}`
}

const isArray = (value: CanonicalValue): value is readonly CanonicalValue[] => Array.isArray(value)
