import { cleanText } from './cleanText.ts'

const maxCharacters = 64

/** The modal's own entries: a wallet that claims one of these names is shown by an identifier that is harder to choose freely. */
const ours: ReadonlySet<string> = new Set(['latchkey', 'walletconnect', 'email'])

const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns a wallet's own name, to be shown as a claim: one line, trimmed, without invisible characters, at most 64 characters. Null when
 * nothing is left, and for the names of the modal's own entries.
 */
export function readWalletName(name: unknown): string | null {
  const text = cleanText(name, maxCharacters)
  return text === null || fold(text) === '' || ours.has(fold(text)) ? null : text
}
