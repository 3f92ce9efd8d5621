import { AppError } from '@latchkey/protocol/errors'
import type { Hex } from 'viem'
import { type Clock, secondsLater } from '../clock.ts'
import { type FarcasterChain, fidRegistries } from './farcasterChain.ts'
import { readSignInMessage, type SignInMessage } from './signInMessage.ts'

/** The dependencies of a verification: the registry on the chain, the time and our own origin. */
export type VerifyFarcasterDeps = {
  chain: FarcasterChain
  clock: Clock
  /** The origin that asks users to sign: scheme, host, port. */
  walletOrigin: string
}
/** A Sign In With Farcaster message (FIP-11) and its signature. */
export type SignedMessage = { message: string; signature: Hex }
/** A verified Farcaster account; `subject` is its FID in decimal text. */
export type FarcasterIdentity = { provider: 'farcaster'; issuer: string; subject: string }

/** FIP-11. */
const statement = 'Farcaster Auth'
const chainId = '10'

/** The lifetime of a sign-in attempt. */
const messageLifeSeconds = 600
/** The phone sets the time of the message, and its clock may be off by this much. */
const clockSkewSeconds = 300
/** After this time the same message is rejected as too old, whatever its clock. */
export const farcasterNonceLifeSeconds = messageLifeSeconds + 2 * clockSkewSeconds

/**
 * Returns the account that signed this message for this attempt: for `nonce`, for our wallet, within its lifetime. Each authority verifies
 * it separately.
 *
 * Throws SOCIAL_EXPIRED for a message that is too old, SOCIAL_REFUSED for one that is invalid in any other way, and PROVIDER_UNAVAILABLE
 * while the chain can't be read: then all sign-ins fail.
 */
export async function verifyFarcaster(
  { chain, clock, walletOrigin }: VerifyFarcasterDeps,
  { message: text, signature }: SignedMessage,
  nonce: string,
): Promise<FarcasterIdentity> {
  const message = readSignInMessage(text)
  if (message === null) refuse('message')
  requireOurs(message, walletOrigin, nonce)
  requireInTime(message, clock.now())
  const subject = fidIn(message)
  const fid = BigInt(subject)
  if (!(await chain.speaksFor(message.address, fid))) refuse('address')
  if (signature.length % 2 !== 0 || !(await chain.hasSigned(message.address, text, signature))) refuse('signature')
  return { provider: 'farcaster', issuer: `eip155:${chainId}:${fidRegistries.id}`, subject }
}

/** Rejects messages that were signed for another site or attempt. */
function requireOurs(message: SignInMessage, walletOrigin: string, nonce: string): void {
  if (message.domain !== new URL(walletOrigin).host) refuse('domain')
  if (!URL.canParse(message.uri) || new URL(message.uri).origin !== walletOrigin) refuse('uri')
  if (message.statement !== statement) refuse('statement')
  if (message.chainId !== chainId) refuse('chain')
  if (message.nonce !== nonce) refuse('nonce')
}

function requireInTime({ issuedAt, expirationTime, notBefore }: SignInMessage, now: Date): void {
  const latest = secondsLater(now, clockSkewSeconds)
  if (issuedAt > latest || (notBefore !== null && notBefore > latest)) refuse('time')
  const isOld = issuedAt < secondsLater(now, -messageLifeSeconds - clockSkewSeconds)
  if (isOld || (expirationTime !== null && expirationTime <= now)) throw new AppError('SOCIAL_EXPIRED')
}

/** Returns the FID in its one canonical form: two spellings would make two users. */
function fidIn({ resources }: SignInMessage): string {
  const [resource = ''] = resources
  const fid = /^farcaster:\/\/fid\/([1-9][0-9]{0,18})$/.exec(resource)?.[1]
  if (resources.length !== 1 || fid === undefined) refuse('resources')
  return fid
}

function refuse(what: string): never {
  throw new AppError('SOCIAL_REFUSED', { cause: new Error(`Farcaster: ${what}`) })
}
