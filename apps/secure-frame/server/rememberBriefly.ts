export type BriefMemory = {
  /** How long an answer is good for, in milliseconds. */
  lifeMs: number
  /** Most answers kept; the oldest goes first. Keys come from strangers. */
  maxEntries: number
  now?: () => number
}

/**
 * `load` with a short memory: one load at a time a key, failures are not remembered, nothing outlives `lifeMs`.
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
