/** How many characters people compare at each end of an address. */
const looked = 4

/**
 * An address among `known` that `address` could be taken for: the same at both ends and another in between, as
 * poisoners make them. Null when `address` is itself known, or like none. The case of letters does not tell addresses apart
 * to the eye, but in base58 it makes another address.
 */
export function findLookalike<address extends string>(address: string, known: readonly address[]): address | null {
  const low = address.toLowerCase()
  const isHex = low.startsWith('0x')
  if (known.some((each) => each === address || (isHex && each.toLowerCase() === low))) return null
  const ends = (text: string): string => text.replace(/^0x/, '').slice(0, looked) + text.slice(-looked)
  return known.find((each) => ends(each.toLowerCase()) === ends(low)) ?? null
}
