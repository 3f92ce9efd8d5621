/**
 * Parses sign-in messages: EIP-4361, Sign In With Solana and the equivalent for Bitcoin (CAIP-122). The grammar covers the whole text:
 * anything unexpected makes the message invalid. A parser that searches for fields would find them wherever an attacker placed them, such
 * as in a statement.
 */
import type { SiwxNamespace } from './account.ts'

/** The fields of a sign-in message (EIP-4361, CAIP-122). Nothing is verified yet. */
export type SignInMessage = {
  namespace: SiwxNamespace
  /** The scheme of the displayed URL; null unless the message contains it. */
  scheme: string | null
  /** Host and port of the requesting page. */
  domain: string
  address: string
  statement: string | null
  uri: string | null
  /** As in the message: digits for EIP-155, a word or reference for Solana, a reference for Bitcoin. */
  chainId: string | null
  nonce: string
  issuedAt: Date | null
  expirationTime: Date | null
  notBefore: Date | null
  requestId: string | null
  resources: readonly string[]
}

const namespaces: Readonly<Record<string, SiwxNamespace>> = { Ethereum: 'eip155', Solana: 'solana', Bitcoin: 'bip122' }

const opening = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#@\\]{1,255}) wants you to sign in with your (\w+) account:$/
const fieldForms = {
  uri: /URI: (?<uri>\S+)/,
  version: /Version: 1/,
  chainId: /Chain ID: (?<chainId>\S+)/,
  nonce: /Nonce: (?<nonce>[0-9a-zA-Z]{8,})/,
  issuedAt: /Issued At: (?<issuedAt>\S+)/,
  expirationTime: /Expiration Time: (?<expirationTime>\S+)/,
  notBefore: /Not Before: (?<notBefore>\S+)/,
  requestId: /Request ID: (?<requestId>(?:[\w\-.~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*)/,
  resources: /Resources:(?<resources>(?:\n- \S+)*)/,
}
type Field = keyof typeof fieldForms

/** Sign In With Solana lets wallets omit all fields, but a nonce is still required, since it makes a message valid only once. */
const grammarOf = (required: readonly Field[]): RegExp => {
  const lines = Object.entries(fieldForms).map(
    ([name, { source }]) => `(?:${source}\n)${required.includes(name as Field) ? '' : '?'}`,
  )
  return new RegExp(`^${lines.join('')}$`)
}
const whole = grammarOf(['uri', 'version', 'chainId', 'nonce', 'issuedAt'])
const grammars: Record<SiwxNamespace, RegExp> = { eip155: whole, bip122: whole, solana: grammarOf(['nonce']) }

/** RFC 3339; `Date` takes more. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const maxLength = 8192

/** Parses the fields of a sign-in message; null for any other text. */
export function readSignInMessage(text: string): SignInMessage | null {
  if (text.length > maxLength || /(?!\n)[\p{Cc}\u2028\u2029]/u.test(text)) return null
  const [first = '', address = '', ...rest] = text.split('\n')
  const [, scheme = null, domain = '', word = ''] = opening.exec(first) ?? []
  const namespace = Object.hasOwn(namespaces, word) ? namespaces[word] : undefined
  if (namespace === undefined || !/^\S+$/.test(address)) return null
  const body = readBody(namespace, rest)
  if (body === null) return null
  const { groups } = body
  const [issuedAt, expirationTime, notBefore] = [groups.issuedAt, groups.expirationTime, groups.notBefore].map(readTime)
  if (issuedAt === undefined || expirationTime === undefined || notBefore === undefined) return null
  return {
    namespace,
    scheme,
    domain,
    address,
    statement: body.statement,
    uri: groups.uri ?? null,
    chainId: groups.chainId ?? null,
    nonce: groups.nonce ?? '',
    ...{ issuedAt, expirationTime, notBefore },
    requestId: groups.requestId ?? null,
    resources: (groups.resources ?? '').split('\n- ').slice(1),
  }
}

type Body = { statement: string | null; groups: Record<string, string | undefined> }

/** An empty line, the optional statement, an empty line, the fields. Outside EIP-4361 a message without a statement has one empty line. */
function readBody(namespace: SiwxNamespace, [blank, ...lines]: readonly string[]): Body | null {
  if (blank !== '') return null
  const [statement, after] = lines
  const short = namespace === 'eip155' ? null : readFields(namespace, lines)
  if (short !== null) return { statement: null, groups: short }
  if (statement === '') return withFields(namespace, null, lines.slice(1))
  return after === '' && statement !== undefined ? withFields(namespace, statement, lines.slice(2)) : null
}

function withFields(namespace: SiwxNamespace, statement: string | null, lines: readonly string[]): Body | null {
  const groups = readFields(namespace, lines)
  return groups === null ? null : { statement, groups }
}

const readFields = (namespace: SiwxNamespace, lines: readonly string[]): Body['groups'] | null =>
  grammars[namespace].exec(`${lines.join('\n')}\n`)?.groups ?? null

/** Null when absent, undefined when invalid. */
function readTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null
  const date = new Date(text)
  return dateTime.test(text) && !Number.isNaN(date.getTime()) ? date : undefined
}
