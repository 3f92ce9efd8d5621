/** Longer than any name that somebody needs to read. */
const longestText = 64
const spaces = /[\t\n\v\f\r\p{Z}]+/gu
/** Characters that are not shown, but steer what is: controls, reading order, joiners, tags; and those that nobody knows. */
const unseen = /\p{C}/gu
/** More marks on one letter than any script has, which run into the lines above and below. */
const piledMarks = /(\p{M}{3})\p{M}+/gu

/**
 * A name or symbol that a stranger has written (whoever makes a token names it), as it may be shown: in one line of at
 * most 64 characters, all of which can be seen. What it says is still what they want it to say.
 */
export const plainText = (text: string): string => {
  // Whoever sends a megabyte need not have it read.
  const start = text
    .slice(0, 16 * longestText)
    .replace(spaces, ' ')
    .replace(unseen, '')
  return [...start.normalize('NFC').replace(piledMarks, '$1').trim()].slice(0, longestText).join('').trim()
}
