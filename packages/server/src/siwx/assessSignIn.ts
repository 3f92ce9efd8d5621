import { evmAddress, type SiwxAccount } from './account.ts'
import type { SignInMessage } from './readSignInMessage.ts'

/** The required content of a message. `origin`: of the page that requested the signature. */
export type ExpectedSignIn = { account: SiwxAccount; origin: string; now: Date }

/** `domain`: it is for another site. `message`: a field doesn't match; `field` names it. */
export type SignInFault = { kind: 'domain' } | { kind: 'message'; field: string }

/** The allowed difference between the clocks of page and server. An expiration is exact. */
const clockSkewMs = 5 * 60_000

/** Sign In With Solana's names for clusters, used as an alternative to their reference. */
const clusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
}

/**
 * Returns why a message doesn't sign this account in on this page now; null when it does. The caller must check its nonce and signature.
 */
export function assessSignIn(message: SignInMessage, { account, origin, now }: ExpectedSignIn): SignInFault | null {
  const page = new URL(origin)
  if (message.domain !== page.host) return { kind: 'domain' }
  if (message.scheme !== null && `${message.scheme}:` !== page.protocol) return { kind: 'domain' }
  if (message.uri !== null && originOf(message.uri) !== page.origin) return { kind: 'domain' }
  const field = faultyField(message, account, now.getTime())
  return field === null ? null : { kind: 'message', field }
}

function faultyField(message: SignInMessage, account: SiwxAccount, now: number): string | null {
  const { issuedAt, expirationTime, notBefore } = message
  if (message.namespace !== account.namespace) return 'namespace'
  if (!isAddressOf(message, account)) return 'address'
  if (message.chainId !== null && !isChainOf(message.chainId, account)) return 'chainId'
  if (issuedAt !== null && issuedAt.getTime() > now + clockSkewMs) return 'issuedAt'
  if (notBefore !== null && notBefore.getTime() > now + clockSkewMs) return 'notBefore'
  if (expirationTime !== null && expirationTime.getTime() <= now) return 'expirationTime'
  return null
}

const originOf = (uri: string): string | null => (URL.canParse(uri) ? new URL(uri).origin : null)

function isAddressOf({ namespace, address }: SignInMessage, account: SiwxAccount): boolean {
  if (namespace === 'eip155') return evmAddress(address) === account.address
  return address === account.address || (namespace === 'bip122' && address.toLowerCase() === account.address)
}

function isChainOf(chainId: string, { namespace, reference }: SiwxAccount): boolean {
  if (namespace !== 'solana') return chainId === reference
  const named = chainId.replace(/^solana:/, '')
  // A local cluster has no known reference.
  return named === reference || named === (clusters[reference] ?? 'localnet')
}
