import type { Takes } from '../alerts.ts'

const longest = 60

/** Returns a value as a developer would write it, truncated where it is long; a description for one that can't be written. Never throws. */
export const showValue = (value: unknown): string | Takes => {
  if (typeof value === 'function') return { takes: 'takes.aFunction' }
  if (typeof value !== 'string' && typeof value !== 'object') return String(value)
  try {
    const shown = JSON.stringify(value)
    return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
  } catch {
    return { takes: 'takes.object' }
  }
}
