import type { ImportFailure } from '../../screens/questions.ts'
import type { Bytes, Hold, SecretBytes } from '../../secrets.ts'
import { mnemonicEntropy, wordIndex } from '../mnemonic.ts'
import type { Source } from '../walletPayload.ts'

const wordCounts: readonly number[] = [12, 15, 18, 21, 24]
const space = 0x20
/** Replaces every character that is in no word of the list. */
const foreign = 0x3f

/**
 * Parses English BIP-39 words in any case, with any white space between them, in any form that NFKD maps to the same (such as full-width
 * letters), ignoring invisible characters from a clipboard.
 */
export const readMnemonic = (typed: SecretBytes, hold: Hold): { source: Source } | { failed: ImportFailure } => {
  const words = splitWords(plainText(typed, hold))
  if (!wordCounts.includes(words.length)) return { failed: { reason: 'count', count: Math.min(words.length, 1_000) } }
  const indices = new Uint16Array(hold(new Uint8Array(2 * words.length)).buffer)
  for (const [at, word] of words.entries()) {
    const index = wordIndex(word)
    if (index === -1) return { failed: { reason: 'word', position: at + 1 } }
    indices[at] = index
  }
  const secret = mnemonicEntropy(indices, hold)
  return secret === null ? { failed: { reason: 'checksum' } } : { source: { kind: 'mnemonic', secret } }
}

/** Returns lower-case ASCII with spaces, and `foreign` for the rest. No more than one character becomes a string at a time. */
const plainText = (typed: SecretBytes, hold: Hold): SecretBytes => {
  // No character grows more in NFKD: U+FDFA, of three bytes, becomes eighteen.
  const text = hold(new Uint8Array(6 * typed.length))
  let length = 0
  for (let at = 0; at < typed.length; ) {
    const end = at + utf8Length(typed[at] ?? 0)
    const character = new TextDecoder().decode(typed.subarray(at, end))
    for (const part of character.normalize('NFKD')) {
      if (/\p{Cf}/u.test(part)) continue
      text[length++] = /\s/.test(part) ? space : /[a-z]/i.test(part) ? part.toLowerCase().charCodeAt(0) : foreign
    }
    at = end
  }
  return hold(text.slice(0, length))
}

/** Returns the length in bytes of a character that starts with this one. */
const utf8Length = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1)

/** Returns views of the words. */
const splitWords = (text: Bytes): Bytes[] => {
  const words: Bytes[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== space) continue
    if (at > start) words.push(text.subarray(start, at))
    start = at + 1
  }
  return words
}
