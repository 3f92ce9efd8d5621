/**
 * Sign-in messages (EIP-4361, and Sign In With Solana, which has the same form with fewer required fields). A signature
 * of one signs in at the domain it names, so a page may request only its own. Any text that looks like such a message is
 * checked, however malformed: if a field occurs twice, even inside the statement, every occurrence has to match.
 */
import { parseUrl } from '../../parseUrl.ts'

/** The requester of the signature. */
export type SignInContext = {
  /** The pinned origin. */
  origin: string
  /** The signing account. */
  address: string
  /** The page's current chain: an EVM chain ID, or a Solana reference. */
  chainId: number | string
}

export type SignInProblem =
  /** Signing would allow a sign-in at another site. */
  | { kind: 'domain'; named: string }
  /** The message names another account. */
  | { kind: 'account'; named: string }

export type SignIn = {
  /** The domain that the message names. */
  domain: string
  statement: string | null
  /** Why it must not be signed; null when it may be. */
  problem: SignInProblem | null
  /** Warnings that don't prevent signing: a field that is missing or doesn't match the page, or rights (ReCap, EIP-5573). */
  remarks: readonly ('rights' | 'uri' | 'chain' | 'expired' | 'form')[]
}

const opening = /^\s*(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your (\S.*?) account\b/i

/** Returns the sign-in in a text; null when it is none. `now`: milliseconds since 1970. */
export const assessSignIn = (text: string, context: SignInContext, now: number): SignIn | null => {
  const [, scheme, domain] = opening.exec(text) ?? []
  if (domain === undefined) return null
  const lines = text.trimStart().split(/\r?\n/)
  const named = lines[1]?.trim() ?? ''
  const field = (name: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))

  return {
    domain,
    statement: statementOf(lines),
    problem: !isOwnDomain(scheme, domain, context.origin)
      ? { kind: 'domain', named: domain }
      : isOwnAccount(named, context)
        ? null
        : { kind: 'account', named },
    remarks: [
      ...(lines.some((line) => /^- *urn:recap:/i.test(line)) ? (['rights'] as const) : []),
      ...(isOwnUri(field('URI'), context) ? [] : (['uri'] as const)),
      // not words: fields of EIP-4361
      ...(isOwnChain(field('Chain ID'), context) ? [] : (['chain'] as const)),
      // not words: fields of EIP-4361
      ...(field('Expiration Time').some((time) => isOver(time, now)) ? (['expired'] as const) : []),
      ...(hasStandardForm(lines, context) ? [] : (['form'] as const)),
    ],
  }
}

/** Returns whether the domain is the page's: an authority (RFC 3986) without a user; a scheme must be the page's. */
function isOwnDomain(scheme: string | undefined, domain: string, origin: string): boolean {
  const page = new URL(origin)
  if (scheme !== undefined && `${scheme.toLowerCase()}:` !== page.protocol) return false
  if (/[@/?#\\]/.test(domain)) return false
  const url = parseUrl(`${page.protocol}//${domain}`)
  return url !== null && url.origin === page.origin
}

/** On Solana every field is optional. */
const isOnSolana = ({ chainId }: SignInContext): boolean => typeof chainId === 'string'

/** Hex compares case-insensitively; base58 is case-sensitive. */
const isOwnAccount = (named: string, context: SignInContext): boolean =>
  isOnSolana(context) ? named === context.address : named.toLowerCase() === context.address.toLowerCase()

const isOwnUri = (uris: readonly string[], context: SignInContext): boolean =>
  uris.length === 0 ? isOnSolana(context) : uris.every((uri) => parseUrl(uri)?.origin === context.origin)

/** The names of the clusters in Sign In With Solana, besides their references. */
export const clusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  LocaLatchkey11111111111111111111: 'localnet',
}

const isOwnChain = (chains: readonly string[], context: SignInContext): boolean => {
  const { chainId } = context
  if (chains.length === 0) return isOnSolana(context)
  return chains.every((chain) => {
    if (typeof chainId === 'number') return chain === String(chainId)
    const named = chain.replace(/^solana:/, '')
    return named === chainId || named === clusters[chainId]
  })
}

function isOver(time: string, now: number): boolean {
  const at = Date.parse(time)
  return Number.isNaN(at) || at <= now
}

// not words: fields of EIP-4361
const required = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At']

/** Checks for the address on the second line, an empty third, then the required fields in order, each once. */
function hasStandardForm(lines: readonly string[], context: SignInContext): boolean {
  const found = required.map((name) => lines.findIndex((line) => line.startsWith(`${name}: `)))
  const isTwice = required.some((name, at) =>
    lines.some((line, index) => index !== found[at] && line.startsWith(`${name}: `)),
  )
  if (isTwice) return false
  const positions = isOnSolana(context) ? found.filter((position) => position !== -1) : found
  const inOrder = positions.every((position, index) => position > (positions[index - 1] ?? 2))
  if (isOnSolana(context)) return (lines[2] ?? '') === '' && inOrder
  return /^0x[0-9a-fA-F]{40}$/.test(lines[1] ?? '') && lines[2] === '' && inOrder
}

function statementOf(lines: readonly string[]): string | null {
  const [, , blank, statement, after] = lines
  return blank === '' && after === '' && statement !== undefined && statement !== '' ? statement : null
}
