/** Number of characters that users compare at each end of an address. */
const looked = 4

/**
 * Returns an address among `known` that `address` resembles: equal at both ends and different in between, as in address poisoning. Null
 * when `address` is itself known, or resembles none. Letter case is ignored as visually similar, although in base58 it makes another
 * address.
 */
export function findLookalike<address extends string>(address: string, known: readonly address[]): address | null {
  const low = address.toLowerCase()
  const isHex = low.startsWith('0x')
  if (known.some((each) => each === address || (isHex && each.toLowerCase() === low))) return null
  const ends = (text: string): string => text.replace(/^0x/, '').slice(0, looked) + text.slice(-looked)
  return known.find((each) => ends(each.toLowerCase()) === ends(low)) ?? null
}
