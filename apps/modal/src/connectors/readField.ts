/** A field of a foreign object; undefined when there is none, or it throws. */
export function readField(from: unknown, key: string): unknown {
  if ((typeof from !== 'object' || from === null) && typeof from !== 'function') return undefined
  try {
    return Reflect.get(from, key)
  } catch {
    return undefined
  }
}
