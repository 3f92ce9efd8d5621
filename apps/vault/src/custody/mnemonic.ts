import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes, Hold, SecretBytes } from '../secrets.ts'
import { entropyLengths } from './walletPayload.ts'

/**
 * BIP-39 over bytes.
 *
 * BIP-39 defines the seed as PBKDF2 over the phrase, so the phrase must exist for the length of one call. It exists as bytes that are
 * zeroed: a string could not be, and `@scure/bip39` makes one. English words are ASCII, so NFKD normalization and UTF-8 change nothing.
 */

const wordBytes = new TextEncoder().encode(wordlist.join(' '))
const space = 0x20

/** Offsets into `wordBytes`: word i lies between `starts[i]` and `starts[i + 1] - 1`. */
const starts = ((): Uint16Array => {
  const offsets = new Uint16Array(wordlist.length + 1)
  for (const [index, word] of wordlist.entries()) offsets[index + 1] = (offsets[index] ?? 0) + word.length + 1
  return offsets
})()

const wordAt = (index: number): Bytes => wordBytes.subarray(starts[index], (starts[index + 1] ?? 0) - 1)

/** Returns the index of an ASCII word in the list; -1 if it is not there. */
export const wordIndex = (word: Bytes): number =>
  wordlist.findIndex((_, index) => {
    const text = wordAt(index)
    return text.length === word.length && text.every((character, at) => character === word[at])
  })

/** Returns the entropy of 12, 15, 18, 21 or 24 words, given by their indexes in the list; null when the checksum does not match. */
export const mnemonicEntropy = (indices: Uint16Array, hold: Hold): SecretBytes | null => {
  const entropyLength = (indices.length * 4) / 3
  const bytes = hold(new Uint8Array(entropyLength + 1))
  for (let bit = 0; bit < indices.length * 11; bit++) {
    const value = ((indices[Math.floor(bit / 11)] ?? 0) >> (10 - (bit % 11))) & 1
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (value << (7 - (bit & 7)))
  }
  const entropy = hold(bytes.slice(0, entropyLength))
  const checksumLength = indices.length / 3
  const expected = (hold(sha256(entropy))[0] ?? 0) >> (8 - checksumLength)
  return (bytes[entropyLength] ?? 0) >> (8 - checksumLength) === expected ? entropy : null
}

/** Returns 16, 20, 24, 28 or 32 bytes of entropy as 12 to 24 words, UTF-8. Throws RangeError for another length. */
export const mnemonicBytes = (entropy: SecretBytes, hold: Hold): SecretBytes => {
  if (!entropyLengths.includes(entropy.length)) throw new RangeError('entropy length')
  const wordCount = (entropy.length * 3) / 4
  const bits = hold(new Uint8Array(entropy.length + 1))
  bits.set(entropy)
  bits[entropy.length] = hold(sha256(entropy))[0] ?? 0

  const sentence = hold(new Uint8Array(wordCount * 9 - 1))
  let length = 0
  for (let word = 0; word < wordCount; word++) {
    // The 11 bits from bit 11 * word lie within three bytes.
    const first = (word * 11) >> 3
    const window = ((bits[first] ?? 0) << 16) | ((bits[first + 1] ?? 0) << 8) | (bits[first + 2] ?? 0)
    const index = (window >> (13 - ((word * 11) & 7))) & 0x7ff
    if (word > 0) sentence[length++] = space
    const text = wordAt(index)
    sentence.set(text, length)
    length += text.length
  }
  return hold(sentence.slice(0, length))
}

/** Returns the 64-byte BIP-39 seed, without a passphrase. WebCrypto's PBKDF2 is several times faster than one in script. */
export const mnemonicSeed = async (entropy: SecretBytes, hold: Hold): Promise<SecretBytes> => {
  const sentence = await crypto.subtle.importKey('raw', mnemonicBytes(entropy, hold), 'PBKDF2', false, ['deriveBits'])
  const salt = new TextEncoder().encode('mnemonic')
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }
  return hold(new Uint8Array(await crypto.subtle.deriveBits(parameters, sentence, 512)))
}
