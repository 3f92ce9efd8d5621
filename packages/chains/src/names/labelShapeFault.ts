/** Specification section 6. The upper bound is that of a label in DNS. */
const minLength = 4
const maxLength = 63

/** Why no account can have a label below any parent name. */
export type LabelShapeFault = 'characters' | 'short' | 'long' | 'form'

/**
 * Returns what is wrong with a label in small letters, or null. The empty one is `short`. `form`: a hyphen at an end, or two in the
 * third and fourth place, such as `xn--` (ENSIP-15).
 */
export const labelShapeFault = (label: string): LabelShapeFault | null => {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < minLength) return 'short'
  if (label.length > maxLength) return 'long'
  return /^-|-$|^..--/.test(label) ? 'form' : null
}
