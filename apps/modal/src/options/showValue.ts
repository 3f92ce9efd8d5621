const longest = 60

/** Returns a value as a developer would write it, cut where it is long. Never throws. */
export const showValue = (value: unknown): string => {
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'string' && typeof value !== 'object') return String(value)
  try {
    const shown = JSON.stringify(value)
    return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
  } catch {
    return 'an object'
  }
}
