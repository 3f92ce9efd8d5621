import { isCommonPassphrase } from './isCommonPassphrase.ts'

/** Normalizes a passphrase, wherever it is typed: NFKC, as keyboards differ in how they compose letters. */
export const passphraseText = (typed: string): string => typed.normalize('NFKC')

/** Returns Argon2id's input: the UTF-8 of that, in a separate buffer, to be overwritten. */
export const passphraseBytes = (typed: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(passphraseText(typed))

const leastLength = 12
const leastDifferent = 6

export type PassphraseVerdict =
  | { isEnough: false; reason: 'short'; missing: number }
  /** Few different characters, whatever its length. */
  | { isEnough: false; reason: 'uniform' }
  /** Among the first guesses. */
  | { isEnough: false; reason: 'common' }
  | { isEnough: true; length: 'least' | 'good' | 'long' }

/**
 * Assesses a passphrase by its text. Length counts characters (code points). It can't know how common a phrase is, beyond the most common
 * ones: the text beside it says so.
 */
export const assessPassphrase = (typed: string): PassphraseVerdict => {
  const characters = [...passphraseText(typed)]
  const missing = leastLength - characters.length
  if (missing > 0) return { isEnough: false, reason: 'short', missing }
  if (new Set(characters).size < leastDifferent) return { isEnough: false, reason: 'uniform' }
  if (isCommonPassphrase(characters.join(''))) return { isEnough: false, reason: 'common' }
  return { isEnough: true, length: characters.length < 16 ? 'least' : characters.length < 24 ? 'good' : 'long' }
}
