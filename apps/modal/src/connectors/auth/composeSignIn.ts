/**
 * The text of Sign In With Solana, as its ABNF defines it: that of EIP-4361 with another word for the account, and every field optional.
 * The same input gives the same text, byte for byte, so that a verifier can compose it again.
 *
 * A signature over it signs the account in at its domain, so the domain and the URI are the page's own. Each field keeps to its line, and
 * no text can start a new field. The wallet checks the text again, as any other.
 */
import { AppError } from '@latchkey/protocol'
import type { SignInInput } from '../solana/parseSignInInput.ts'

/** The account that signs in, and the site. */
export type SigningIn = { readonly address: string; readonly origin: string }

type Field = Exclude<keyof SignInInput, 'domain' | 'statement' | 'resources'>

const uriText = /^[a-z][a-z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/i
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const isTime = (text: string): boolean => time.test(text) && !Number.isNaN(Date.parse(text))
/** One line that reads as it is: no control characters, no line breaks of any kind, no bidirectional marks. */
const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text)
const isUri = (text: string): boolean => uriText.test(text) && URL.canParse(text)

/** The fields in order, each with its label and rule. */
// not words: the standard of the message fixes its lines.
const fields: {
  readonly [field in Field]: readonly [word: string, fits: (text: string, signing: SigningIn) => boolean]
} = {
  uri: ['URI', (text, { origin }) => isUri(text) && new URL(text).origin === origin],
  version: ['Version', (text) => text === '1'],
  chainId: [
    'Chain ID',
    (text) => /^(?:solana:)?(?:mainnet|testnet|devnet)$/.test(text) || text === 'localnet' || isUri(text),
  ],
  nonce: ['Nonce', (text) => /^[a-z0-9]{8,}$/i.test(text)],
  issuedAt: ['Issued At', isTime],
  expirationTime: ['Expiration Time', isTime],
  notBefore: ['Not Before', isTime],
  requestId: ['Request ID', (text) => /^(?:[\w\-.~!$&'()*+,;=:@]|%[0-9a-f]{2})*$/i.test(text)],
}

/**
 * Composes the text. The domain defaults to the page's; other absent fields are omitted, and an empty statement counts as absent. Throws
 * INVALID_PARAMS (`details.field`) for an invalid field, and for a domain or URI of another page.
 */
export function composeSignIn(input: SignInInput, signing: SigningIn): string {
  const refuse = (field: string): never => {
    throw new AppError('INVALID_PARAMS', { details: { field } })
  }
  const { host } = new URL(signing.origin)
  const { domain = host, statement = '', resources } = input
  if (domain !== host) refuse('domain')
  if (!isLine(statement)) refuse('statement')
  if (resources?.every(isUri) === false) refuse('resources')
  const lines = (Object.keys(fields) as Field[]).flatMap((field) => {
    const text = input[field]
    if (text === undefined) return []
    const [word, fits] = fields[field]
    return fits(text, signing) ? [`${word}: ${text}`] : refuse(field)
  })
  if (resources !== undefined) lines.push('Resources:', ...resources.map((each) => `- ${each}`))
  // not words: as above.
  const opening = `${domain} wants you to sign in with your Solana account:\n${signing.address}`
  return [opening, statement, lines.join('\n')].filter((part) => part !== '').join('\n\n')
}
