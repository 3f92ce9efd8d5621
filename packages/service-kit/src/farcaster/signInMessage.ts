import { type Address, getAddress } from 'viem'

/**
 * The message that a user signs in the Farcaster app (FIP-11): an EIP-4361 message with a fixed statement, on Optimism, whose only resource
 * is the account.
 */
export type SignInMessage = {
  /** Host and port of the requester. */
  domain: string
  uri: string
  /** The signer: the custody address or an auth address of the account. */
  address: Address
  statement: string
  /** EIP-155. */
  chainId: string
  nonce: string
  issuedAt: Date
  expirationTime: Date | null
  notBefore: Date | null
  resources: readonly string[]
}

/**
 * Matches the whole message. A parser that searches for fields would find them wherever an attacker placed them, so this one allows no
 * other text: anything unexpected makes the message invalid.
 */
const grammar = new RegExp(
  [
    /^(?<domain>[^\s/?#@]{1,255}) wants you to sign in with your Ethereum account:\n/,
    /(?<address>0x[0-9a-fA-F]{40})\n\n/,
    /(?:(?<statement>[^\n]+)\n)?\n/,
    /URI: (?<uri>\S+)\n/,
    /Version: 1\n/,
    /Chain ID: (?<chainId>[0-9]+)\n/,
    /Nonce: (?<nonce>[0-9a-zA-Z]{8,})\n/,
    /Issued At: (?<issuedAt>\S+)/,
    /(?:\nExpiration Time: (?<expirationTime>\S+))?/,
    /(?:\nNot Before: (?<notBefore>\S+))?/,
    /(?:\nRequest ID: [^\n]*)?/,
    /(?:\nResources:(?<resources>(?:\n- [^\n]+)*))?$/,
  ]
    .map(({ source }) => source)
    .join(''),
)
/** RFC 3339; `Date` takes more. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** Parses the fields of a sign-in message; null for any other text. */
export function readSignInMessage(text: string): SignInMessage | null {
  const fields = grammar.exec(text)?.groups
  if (fields === undefined) return null
  const { domain = '', uri = '', address = '', chainId = '', nonce = '', statement = '', resources = '' } = fields
  const [issuedAt, expirationTime, notBefore] = [fields.issuedAt, fields.expirationTime, fields.notBefore].map(readTime)
  if (issuedAt === undefined || issuedAt === null || expirationTime === undefined || notBefore === undefined)
    return null
  return {
    ...{ domain, uri, address: getAddress(address), statement, chainId, nonce, issuedAt, expirationTime, notBefore },
    resources: resources.split('\n- ').slice(1),
  }
}

/** Null when absent, undefined when invalid. */
function readTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null
  const date = new Date(text)
  return dateTime.test(text) && !Number.isNaN(date.getTime()) ? date : undefined
}
