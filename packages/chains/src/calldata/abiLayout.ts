import type { AbiInput } from './abiSignature.ts'

const arraySuffix = /\[(\d*)\]$/

/** Returns an array's item type and its length, null if dynamic; null for a type that isn't an array. */
export function arrayOf(input: AbiInput): { item: AbiInput; length: number | null } | null {
  const suffix = arraySuffix.exec(input.type)
  if (suffix === null) return null
  return {
    item: { ...input, type: input.type.slice(0, suffix.index) },
    length: suffix[1] === '' ? null : Number(suffix[1]),
  }
}

/** Returns whether a type is dynamic: its value follows the heads, which contain its offset. */
export function isDynamic(input: AbiInput): boolean {
  const array = arrayOf(input)
  if (array !== null) return array.length === null || isDynamic(array.item)
  return (
    input.type === 'bytes' || input.type === 'string' || (input.type === 'tuple' && input.components.some(isDynamic))
  )
}

/** Returns the bytes that a value takes among the heads: all of it, or its offset. */
export function headSize(input: AbiInput): number {
  if (isDynamic(input)) return 32
  const array = arrayOf(input)
  if (array !== null) return (array.length ?? 0) * headSize(array.item)
  return input.type === 'tuple' ? input.components.reduce((sum, each) => sum + headSize(each), 0) : 32
}
