/**
 * Writes sign-in messages: EIP-4361 for Ethereum, CAIP-122 for Bitcoin, and Sign In With Solana, which is the same text with optional
 * fields. The same data gives the same text, byte for byte.
 *
 * Each field keeps to its line, so that none can start a new field.
 */
import { AppError } from '@latchkey/protocol'
import type { SignInData, SignInMessage } from './SessionProof.ts'

// not words: the standards of the message fix its lines.
const accounts: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** One line that reads as it is: no control characters, no line breaks of any kind, no bidirectional marks. */
const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Throws CHAIN_NOT_SUPPORTED for a namespace without such a message, INVALID_PARAMS (`details.field`) for a field of several lines. */
export function formatSignIn(data: SignInData): string {
  const [namespace = '', reference = ''] = data.chainId.split(':')
  const account = accounts[namespace]
  if (account === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
  const { domain, accountAddress, statement = '', resources } = data
  // not words: as above.
  const fields: readonly (readonly [word: string, text: string | undefined])[] = [
    ['URI', data.uri],
    ['Version', data.version],
    ['Chain ID', namespace === 'solana' ? data.chainId : reference],
    ['Nonce', data.nonce],
    ['Issued At', data.issuedAt],
    ['Expiration Time', data.expirationTime],
    ['Not Before', data.notBefore],
    ['Request ID', data.requestId],
  ]
  const texts = {
    domain,
    accountAddress,
    statement,
    resources: resources?.join('') ?? '',
    ...Object.fromEntries(fields),
  }
  for (const [field, text] of Object.entries(texts))
    if (text !== undefined && !isLine(text)) throw new AppError('INVALID_PARAMS', { details: { field } })
  const lines = fields.flatMap(([word, text]) => (text === undefined ? [] : [`${word}: ${text}`]))
  if (resources !== undefined) lines.push('Resources:', ...resources.map((each) => `- ${each}`))
  // not words: as above.
  const opening = `${domain} wants you to sign in with your ${account} account:\n${accountAddress}`
  // Without a statement EIP-4361 leaves its line empty; Sign In With Solana has none.
  const middle = statement === '' ? (namespace === 'solana' ? '' : '\n') : `\n\n${statement}`
  return `${opening}${middle}\n\n${lines.join('\n')}`
}

/** Whether a message has a custom text. */
export const hasOwnText = (message: SignInMessage): boolean => message.toString !== Object.prototype.toString

/** Returns a message's text: its custom one, or in its namespace's standard format. Throws as `formatSignIn` does. */
export const textOf = (message: SignInMessage, data: SignInData): string =>
  hasOwnText(message) ? String(message) : formatSignIn(data)
