import type { NetworkId } from './Modal.ts'

/** What a modal remembers between visits (specification section 3), and how each value is read back. */
const rows = {
  /** Whether a login by email may still be open in the wallet. */
  'email-login-used': (text: string) => (text === 'true' ? true : undefined),
  'active-network': (text: string) => (/^eip155:[1-9]\d{0,15}$/.test(text) ? (text as NetworkId) : undefined),
}
type Rows = typeof rows
type Key = keyof Rows
type Value<key extends Key> = Exclude<ReturnType<Rows[key]>, undefined>

export type ModalStorage = {
  /** Parsed; undefined when absent or not what it should be. */
  read<key extends Key>(key: key): Value<key> | undefined
  write<key extends Key>(key: key, value: Value<key>): void
  remove(key: Key): void
}

/** The part of `Storage` that is needed. */
export type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keys of one project. A browser that blocks or fills its storage makes the modal forget, never fail. */
export const createStorage = (projectId: string, getArea: () => Area = () => localStorage): ModalStorage => {
  const name = (key: Key): string => `latchkey:${projectId}:${key}`
  const attempt = <result>(act: (area: Area) => result): result | undefined => {
    try {
      return act(getArea())
    } catch {
      return undefined
    }
  }
  return {
    read<key extends Key>(key: key) {
      const text = attempt((area) => area.getItem(name(key)))
      return text === null || text === undefined ? undefined : (rows[key](text) as Value<key> | undefined)
    },
    write: (key, value) => attempt((area) => area.setItem(name(key), String(value))),
    remove: (key) => attempt((area) => area.removeItem(name(key))),
  }
}
