// Control characters but tab and line ends, and the marks that reorder what is read (Unicode "bidi" embeddings,
// overrides and isolates): a text with these can read as something else than what it says.
const unreadable = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** The text that UTF-8 bytes stand for, or null if a person could not read all of it. */
export function readableText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return unreadable.test(text) ? null : text
  } catch {
    return null
  }
}
