import type { UniversalProviderOpts } from '@walletconnect/universal-provider'

/** The part of `Storage` that is needed. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
type ClientStorage = Exclude<UniversalProviderOpts['storage'], undefined>

/** The storage of a project's WalletConnect client: keys, sessions and messages. */
export const clientPrefix = (projectId: string): string => `latchkey:${projectId}:walletconnect:`

type Entries = Map<string, unknown>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Collections are lists of records with a `topic` or an `id`, or records by name. Everything else is one value. */
const entriesOf = (value: unknown): Entries | undefined => {
  if (isRecord(value)) return new Map(Object.entries(value))
  if (!Array.isArray(value)) return undefined
  const keyed = value.map((item): [string, unknown] => {
    const key = isRecord(item) ? (item.topic ?? item.id) : undefined
    return [key === undefined ? JSON.stringify(item) : String(key), item]
  })
  return new Map(keyed)
}

/**
 * Returns the owner's `next`, merged with what others have stored since the owner's last `known`: only the owner's own additions, changes
 * and deletions apply.
 */
const merge = (known: unknown, next: unknown, stored: unknown): unknown => {
  const [before, after, now] = [entriesOf(known), entriesOf(next), entriesOf(stored)]
  if (after === undefined || now === undefined || Array.isArray(next) !== Array.isArray(stored)) return next
  for (const key of before?.keys() ?? []) if (!after.has(key)) now.delete(key)
  for (const [key, item] of after) {
    if (!now.has(key) && before?.has(key) && JSON.stringify(before.get(key)) === JSON.stringify(item)) continue
    if (JSON.stringify(before?.get(key)) !== JSON.stringify(item)) now.set(key, item)
  }
  return Array.isArray(next) ? [...now.values()] : Object.fromEntries(now)
}

/**
 * The storage of one client, among the project's other keys.
 *
 * The client writes whole collections, as it has them in memory. Two modals of one project, or two tabs, would delete each other's sessions
 * and keys that way; the stored data is therefore merged entry by entry. A browser that blocks or fills its storage makes the client forget
 * after a reload, never fail.
 *
 * @param instance The client's own `customStoragePrefix`, which is left out of the keys.
 */
export const createClientStorage = (
  projectId: string,
  instance: string,
  getArea: () => StorageArea = () => localStorage,
): ClientStorage => {
  const prefix = clientPrefix(projectId)
  const memory = new Map<string, string>()
  const nameOf = (key: string): string => prefix + key.replace(`:${instance}`, '')

  const attempt = <result>(act: (area: StorageArea) => result): result | undefined => {
    try {
      return act(getArea())
    } catch {
      return undefined
    }
  }
  const parse = (text: string | null | undefined): unknown => {
    try {
      return text === null || text === undefined ? undefined : JSON.parse(text)
    } catch {
      return undefined
    }
  }
  const stored = (name: string): unknown => parse(attempt((area) => area.getItem(name)))

  const storage = {
    getKeys: async () => {
      const names = attempt((area) => Array.from({ length: area.length }, (_, index) => area.key(index) ?? '')) ?? []
      return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
    },
    getEntries: async () => {
      const keys = await storage.getKeys()
      return keys.map((key): [string, unknown] => [key, stored(prefix + key)])
    },
    getItem: async (key: string) => {
      const name = nameOf(key)
      const value = stored(name) ?? parse(memory.get(name))
      if (value !== undefined) memory.set(name, JSON.stringify(value))
      return value
    },
    setItem: async (key: string, value: unknown) => {
      const name = nameOf(key)
      const text = JSON.stringify(merge(parse(memory.get(name)), value, stored(name)))
      memory.set(name, JSON.stringify(value))
      attempt((area) => area.setItem(name, text))
    },
    removeItem: async (key: string) => {
      const name = nameOf(key)
      memory.delete(name)
      attempt((area) => area.removeItem(name))
    },
  }
  return storage as ClientStorage
}
