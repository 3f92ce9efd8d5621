/** Repeatable randomness for fuzz tests (mulberry32): the same seed gives the same cases on every machine. */
export function random(seed: number) {
  let state = seed
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(unit() * limit)
  const pick = <item>(items: readonly item[]): item => items[below(items.length)] as item
  const hex = (byteLength: number): `0x${string}` =>
    `0x${Array.from({ length: byteLength }, () => below(256).toString(16).padStart(2, '0')).join('')}`
  /** Returns an integer of a random size up to `bits`, so that small and large ones are equally likely. */
  const integer = (bits: number): bigint => {
    const size = below(bits + 1)
    return size === 0 ? 0n : BigInt(hex(Math.ceil(size / 8))) % 2n ** BigInt(size)
  }
  return { unit, below, pick, hex, integer }
}
