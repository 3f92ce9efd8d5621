export type BriefMemory = {
  /** The lifetime of a result, in milliseconds. */
  lifeMs: number
  /** The maximum number of results; the oldest is dropped first. Keys are untrusted input. */
  maxEntries: number
  now?: () => number
}

/**
 * Wraps `load` with a short cache: one load at a time per key, failures are not cached, nothing is used after `lifeMs`.
 */
export const rememberBriefly = <value>(
  load: (key: string) => Promise<value>,
  { lifeMs, maxEntries, now = Date.now }: BriefMemory,
): ((key: string) => Promise<value>) => {
  const entries = new Map<string, { value: Promise<value>; until: number }>()
  return (key) => {
    const known = entries.get(key)
    if (known !== undefined && known.until > now()) return known.value
    const entry = { value: load(key), until: now() + lifeMs }
    entries.delete(key)
    entries.set(key, entry)
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
    return entry.value
  }
}
