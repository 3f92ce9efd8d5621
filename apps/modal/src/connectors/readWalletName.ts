import { cleanText } from './cleanText.ts'

const maxCharacters = 64

/** Entries of the modal's own: who else says so is named by what it cannot choose as freely. */
const ours: ReadonlySet<string> = new Set(['latchkey', 'walletconnect', 'email'])

const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * What a wallet calls itself, to be shown as its claim: one line, trimmed, without what nobody sees, at most 64
 * characters. Null when there is nothing to show, and for the names of the modal's own entries.
 */
export function readWalletName(name: unknown): string | null {
  const text = cleanText(name, maxCharacters)
  return text === null || fold(text) === '' || ours.has(fold(text)) ? null : text
}
