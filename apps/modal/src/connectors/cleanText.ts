// Control characters, bidirectional marks, and invisible characters (Unicode's default-ignorable code points): with these, text can read as
// something else.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2028\u2029]+/gu

/** A foreign text in one line of at most `maxCharacters`, or null when nothing of it can be read. */
export function cleanText(text: unknown, maxCharacters: number): string | null {
  if (typeof text !== 'string') return null
  // Before the slow part: a foreign text may be as long as it likes.
  const start = text.slice(0, maxCharacters * 8).replace(/[\t\n\r]+/g, ' ')
  const seen = start.normalize('NFC').replace(unseen, '').replace(/\s+/g, ' ').trim()
  return [...seen].slice(0, maxCharacters).join('').trim() || null
}
