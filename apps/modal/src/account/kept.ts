import type { ModalStorage } from '../storage.ts'

/**
 * The last account data that was shown, so that the next load starts with it, marked as stale, until the backend has answered
 * (specification section 3, caches). Disconnecting clears it.
 */
type Entry = { readonly key: string; readonly atMs: number; readonly value: unknown }

const maxEntries = 8
const maxCharacters = 100_000

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'atMs' in value &&
  typeof value.atMs === 'number' &&
  'value' in value

const read = (storage: ModalStorage): readonly Entry[] => {
  try {
    const entries: unknown = JSON.parse(storage.read('account-cache') ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

/** The part of a schema that is needed. */
type Schema<value> = { safeParse(value: unknown): { success: true; data: value } | { success: false } }

/** Returns the value stored under a key, with its time; undefined when it is absent or invalid. */
export const readKept = <value>(
  storage: ModalStorage,
  key: string,
  schema: Schema<value>,
): { atMs: number; value: value } | undefined => {
  const found = read(storage).find((entry) => entry.key === key)
  const parsed = found === undefined ? undefined : schema.safeParse(found.value)
  return found !== undefined && parsed?.success === true ? { atMs: found.atMs, value: parsed.data } : undefined
}

/** Stores a value under a key: the last eight, 100,000 characters in total. The oldest are removed. */
export const keep = (storage: ModalStorage, key: string, atMs: number, value: unknown): void => {
  let entries = [{ key, atMs, value }, ...read(storage).filter((entry) => entry.key !== key)].slice(0, maxEntries)
  let text = JSON.stringify(entries)
  while (text.length > maxCharacters && entries.length > 0) {
    entries = entries.slice(0, -1)
    text = JSON.stringify(entries)
  }
  storage.write('account-cache', text)
}
