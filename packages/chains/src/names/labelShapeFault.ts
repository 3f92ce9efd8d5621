/** Specification section 6. The maximum is that of a DNS label. */
const minLength = 4
const maxLength = 63

/** The reason why a label is invalid below any parent name. */
export type LabelShapeFault = 'characters' | 'short' | 'long' | 'form'

/**
 * Returns the fault of a lower-case label, or null. An empty one is `short`. `form`: a hyphen at an end, or two in third and fourth
 * position, such as `xn--` (ENSIP-15).
 */
export const labelShapeFault = (label: string): LabelShapeFault | null => {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < minLength) return 'short'
  if (label.length > maxLength) return 'long'
  return /^-|-$|^..--/.test(label) ? 'form' : null
}
