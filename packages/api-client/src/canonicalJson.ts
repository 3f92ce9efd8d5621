/** JSON without `undefined` and without fractions. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue }

/**
 * Returns the canonical JSON of a value (RFC 8785 for integers and well-formed strings): keys sorted by UTF-16 code units, no white space.
 * Both ends must hash, sign or bind the same bytes.
 *
 * Throws a TypeError for a number that isn't a safe integer and for an unpaired surrogate.
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
