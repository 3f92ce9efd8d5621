/** Longer than any name that a user needs to read. */
const longestText = 64
const spaces = /[\t\n\v\f\r\p{Z}]+/gu
/** Invisible characters that change what is shown: controls, reading order, joiners, tags; and unassigned ones. */
const unseen = /\p{C}/gu
/** More marks on one letter than any script has, which run into the lines above and below. */
const piledMarks = /(\p{M}{3})\p{M}+/gu

/**
 * Sanitizes an untrusted name or symbol (anyone who makes a token names it) for display: one line of at most 64 visible characters. Its
 * meaning is still the author's.
 */
export const plainText = (text: string): string => {
  // Limits the work for megabyte-long names.
  const start = text
    .slice(0, 16 * longestText)
    .replace(spaces, ' ')
    .replace(unseen, '')
  return [...start.normalize('NFC').replace(piledMarks, '$1').trim()].slice(0, longestText).join('').trim()
}
