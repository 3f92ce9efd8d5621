/**
 * Sign-in messages that may be signed with a sign-in (EIP-4361, Sign In With Solana), before the account is known.
 *
 * Every character of the text is parsed, so that what is shown of it is all that is signed. Stricter than the standards:
 * an unusual message is not read, and needs an approval that shows the text itself.
 */
import { tryParse } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { networkOf } from '../../chain/networkOf.ts'
import { parseUrl } from '../../parseUrl.ts'
import { clusters } from './assessSignIn.ts'

/** The address placeholder in a page's text. */
const placeholder = '<<AccountAddress>>'

/** The fields of a text. Null or empty: the text has no such field. */
export type SignInMessage = {
  /** With the placeholder instead of the address. */
  readonly text: string
  /** CAIP-2 ID. */
  readonly caipNetworkId: string
  readonly scheme: string | null
  readonly domain: string
  readonly statement: string | null
  readonly uri: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | null
  readonly notBefore: string | null
  readonly requestId: string | null
  readonly resources: readonly string[]
}

const text = z.optional(z.nullable(z.string()))
/** Fields that a page sends beside the text must match it; nothing else of them is used. */
const given = z.object({
  serializedMessage: z.string().check(z.maxLength(8_192)),
  accountAddress: text,
  chainId: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  domain: text,
  uri: text,
  version: text,
  nonce: text,
  statement: text,
  requestId: text,
  issuedAt: text,
  expirationTime: text,
  notBefore: text,
  resources: z.optional(z.nullable(z.array(z.string()))),
})

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`
// not words: the form that the standards fix.
const form = new RegExp(
  [
    String.raw`^(?:(?<scheme>https?)://)?(?<domain>[^\s/?#@\\]+) wants you to sign in with your (?<kind>Ethereum|Solana) account:`,
    placeholder,
    String.raw`\n*(?:(?!(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources):)(?<statement>[^\n]{1,300})\n\n+)?URI: (?<uri>\S{1,2048})`,
    'Version: 1',
    String.raw`Chain ID: (?<chain>\S{1,64})`,
    'Nonce: (?<nonce>[A-Za-z0-9]{8,96})',
    `Issued At: (?<issuedAt>${time})(?:\nExpiration Time: (?<expirationTime>${time}))?(?:\nNot Before: (?<notBefore>${time}))?(?:\nRequest ID: (?<requestId>\\S{1,128}))?(?:\nResources:(?<resources>(?:\n- \\S{1,300}){1,10}))?$`,
  ].join('\n'),
)
/** Control characters, marks that hide or reorder, and line breaks other than `\n`. */
const unreadable = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u
/** Words separated by single spaces: what is shown is what is written. */
const isPlainLine = (line: string): boolean => /^\S+(?: \S+)*$/.test(line)
/** EIP-5573: rights, in a form that isn't readable. */
const isPlainResource = (resource: string): boolean => URL.canParse(resource) && !/^urn:recap:/i.test(resource)
const isTime = (at: string | undefined): boolean => at === undefined || !Number.isNaN(Date.parse(at))

/** Returns the network that a text names, in any of the standards' formats. Throws as `networkOf`. */
const networkNamed = (chain: string): string => {
  if (/^\d+$/.test(chain)) return networkOf(`eip155:${chain}`).caipNetworkId
  if (chain.startsWith('eip155:')) return networkOf(chain).caipNetworkId
  const named = chain.replace(/^solana:/, '')
  const [reference = named] = Object.entries(clusters).find(([, cluster]) => cluster === named) ?? []
  return networkOf(`solana:${reference}`).caipNetworkId
}

/** Reads the text of a message; null for an unusual one. */
export const readSignInText = (written: string): SignInMessage | null => {
  if (unreadable.test(written) || written.split(placeholder).length !== 2) return null
  const found = form.exec(written)?.groups
  if (found === undefined) return null
  const { scheme = null, domain = '', kind, statement = null, uri = '', chain = '', nonce = '' } = found
  const { issuedAt = '', expirationTime, notBefore, requestId = null } = found
  const resources = found.resources?.split('\n- ').slice(1) ?? []
  if (statement !== null && !isPlainLine(statement)) return null
  if (![issuedAt, expirationTime, notBefore].every(isTime) || !resources.every(isPlainResource)) return null
  try {
    const caipNetworkId = networkNamed(chain)
    if (caipNetworkId.startsWith('eip155:') !== (kind === 'Ethereum')) return null
    return {
      ...{ text: written, caipNetworkId, scheme, domain, statement, uri, nonce, issuedAt },
      ...{ expirationTime: expirationTime ?? null, notBefore: notBefore ?? null, requestId, resources },
    }
  } catch {
    return null
  }
}

/** Reads a page's `siwxMessage`; null where its fields and its text don't match, or the text is unusual. */
export const readSignInMessage = (siwxMessage: unknown): SignInMessage | null => {
  const parsed = tryParse(given, siwxMessage)
  if (!parsed.success) return null
  const { serializedMessage, accountAddress, version, chainId, resources, ...fields } = parsed.data
  const message = readSignInText(serializedMessage)
  if (message === null) return null
  const isSame = [
    (accountAddress ?? placeholder) === placeholder,
    (version ?? '1') === '1',
    isOnNetwork(chainId ?? message.caipNetworkId, message),
    JSON.stringify(resources ?? message.resources) === JSON.stringify(message.resources),
    ...Object.entries(fields).map(
      ([name, value]) => (value ?? null) === null || value === message[name as keyof typeof fields],
    ),
  ]
  return isSame.every(Boolean) ? message : null
}

const isOnNetwork = (chainId: string | number, { caipNetworkId }: SignInMessage): boolean => {
  try {
    return networkNamed(String(chainId)) === caipNetworkId
  } catch {
    return false
  }
}

/** The maximum clock difference between page and servers, in milliseconds. */
const skewMs = 5 * 60_000
/** The maximum age of a message, in milliseconds: sign-in by an emailed link or code can take that long. */
const maxAgeMs = 30 * 60_000

/** Returns whether the message is the page's own and currently valid. `now`: milliseconds since 1970. */
export const fitsPage = (message: SignInMessage, origin: string, now: number): boolean => {
  const { scheme, domain, uri, issuedAt, expirationTime, notBefore } = message
  const page = new URL(origin)
  const target = parseUrl(uri)
  const issued = Date.parse(issuedAt)
  return (
    domain === page.host &&
    (scheme === null || `${scheme}:` === page.protocol) &&
    target?.origin === page.origin &&
    target.username === '' &&
    target.password === '' &&
    issued <= now + skewMs &&
    issued >= now - maxAgeMs &&
    (expirationTime === null || Date.parse(expirationTime) > now) &&
    (notBefore === null || Date.parse(notBefore) <= now + skewMs)
  )
}

/** Returns whether its URI is exactly the page's origin. */
export const isOwnAddress = ({ uri }: SignInMessage, origin: string): boolean => uri === origin || uri === `${origin}/`

/** Returns whether it states only the account, the site and the time: nothing that a user would have to read. */
export const isBare = (message: SignInMessage, origin: string): boolean =>
  message.statement === null &&
  message.resources.length === 0 &&
  message.requestId === null &&
  isOwnAddress(message, origin)

/** Returns the text to sign. */
export const textFor = ({ text: written }: SignInMessage, address: string): string =>
  written.replace(placeholder, () => address)
