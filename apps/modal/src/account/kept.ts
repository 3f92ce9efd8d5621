import type { ModalStorage } from '../storage.ts'

/**
 * What the views of the account showed last, so that the next visit begins with it, marked as old, until the backend has
 * answered (specification section 3, caches). Disconnecting forgets all of it.
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

/** What was kept under a key, and when it was true; undefined when there is nothing, or not what it should be. */
export const readKept = <value>(
  storage: ModalStorage,
  key: string,
  schema: Schema<value>,
): { atMs: number; value: value } | undefined => {
  const found = read(storage).find((entry) => entry.key === key)
  const parsed = found === undefined ? undefined : schema.safeParse(found.value)
  return found !== undefined && parsed?.success === true ? { atMs: found.atMs, value: parsed.data } : undefined
}

/** Keep a value under a key: the last eight, 100,000 characters in all. The oldest give way. */
export const keep = (storage: ModalStorage, key: string, atMs: number, value: unknown): void => {
  let entries = [{ key, atMs, value }, ...read(storage).filter((entry) => entry.key !== key)].slice(0, maxEntries)
  let text = JSON.stringify(entries)
  while (text.length > maxCharacters && entries.length > 0) {
    entries = entries.slice(0, -1)
    text = JSON.stringify(entries)
  }
  storage.write('account-cache', text)
}
