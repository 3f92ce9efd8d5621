/**
 * Returns the number of letters to add, remove, replace or swap with their neighbor: Damerau-Levenshtein distance, in the form in which no
 * letter is edited twice (optimal string alignment).
 */
const distance = (one: string, other: string): number => {
  const rows = [[...other, ''].map((_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const [row, before = []] = [[i], rows[i - 1]]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const replaced = (before[j - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : replaced
      row.push(Math.min((row[j - 1] ?? 0) + 1, (before[j] ?? 0) + 1, replaced, swapped))
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

const longest = 64

/** Returns the name that a misspelled one was probably meant to be, ignoring case: at most a third of the letters differ. */
export const nearestName = (given: string, names: readonly string[]): string | undefined => {
  if (given.length > longest) return undefined
  const ranked = names
    .map((name) => ({ name, letters: distance(given.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.letters - b.letters)
  const [best] = ranked
  return best !== undefined && best.letters <= Math.max(given.length, best.name.length) / 3 ? best.name : undefined
}
