/** Maximum nesting depth of a message. */
export const maxDepth = 32

/**
 * Estimates the bytes of plain data as JSON; `Infinity` once it exceeds `limit`, nests deeper than `maxDepth`, refers to itself, or
 * contains anything but plain data: a buffer, map, date or blob, an array with holes or with named properties, or a key `__proto__`, which
 * a careless copy would treat as a prototype.
 */
export function estimateBytes(data: unknown, limit: number): number {
  let bytes = 0
  const visit = (value: unknown, depth: number): boolean => {
    if (depth > maxDepth || bytes > limit) return false
    switch (typeof value) {
      case 'string':
        // At most three bytes of UTF-8 per UTF-16 unit: the bound must hold for every text.
        bytes += value.length > limit ? limit + 1 : utf8Length(value) + 2
        return bytes <= limit
      case 'number':
      case 'boolean':
      case 'undefined':
        bytes += 8
        return true
      case 'object': {
        if (value === null) {
          bytes += 4
          return true
        }
        if (Array.isArray(value)) {
          bytes += 2 + value.length
          if (bytes > limit || !isDense(value)) return false
          for (const item of value) if (!visit(item, depth + 1)) return false
          return true
        }
        const prototype: unknown = Object.getPrototypeOf(value)
        // Plain objects of any realm: structured clone creates the receiver's, JSON and tests have others.
        if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
        bytes += 2
        for (const key of Object.keys(value)) {
          bytes += key.length + 4
          if (key === '__proto__' || !visit((value as Record<string, unknown>)[key], depth + 1)) return false
        }
        return true
      }
      default:
        return false
    }
  }
  return visit(data, 0) && bytes <= limit ? bytes : Number.POSITIVE_INFINITY
}

/** Keys that are numbers come first and in order: if the last of n keys is n - 1, there are no others. */
function isDense(list: readonly unknown[]): boolean {
  const keys = Object.keys(list)
  return keys.length === list.length && (list.length === 0 || keys.at(-1) === String(list.length - 1))
}

const isAscii = /^[\0-\x7f]*$/

/** Most texts of the protocol are ASCII, which a regular expression detects many times faster than a loop. */
function utf8Length(text: string): number {
  let length = text.length
  if (isAscii.test(text)) return length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) length += unit > 0x7ff ? 2 : 1
  }
  return length
}
