// Control characters except tab and line ends, and marks that reorder text (Unicode "bidi" embeddings, overrides and isolates): text with
// these may look different from its content.
const unreadable = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** Decodes UTF-8 bytes, or returns null if a user could not read all of the text. */
export function readableText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return unreadable.test(text) ? null : text
  } catch {
    return null
  }
}
