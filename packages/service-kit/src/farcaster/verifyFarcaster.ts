import { AppError } from '@latchkey/protocol/errors'
import type { Hex } from 'viem'
import { type Clock, secondsLater } from '../clock.ts'
import { type FarcasterChain, fidRegistries } from './farcasterChain.ts'
import { readSignInMessage, type SignInMessage } from './signInMessage.ts'

/** What a verification reads: the registry on the chain, the time and our own origin. */
export type VerifyFarcasterDeps = {
  chain: FarcasterChain
  clock: Clock
  /** Who asks people to sign: scheme, host, port. */
  walletOrigin: string
}
/** A Sign In With Farcaster message (FIP-11) and its signature. */
export type SignedMessage = { message: string; signature: Hex }
/** A verified Farcaster account; `subject` is its FID in decimal text. */
export type FarcasterIdentity = { provider: 'farcaster'; issuer: string; subject: string }

/** FIP-11. */
const statement = 'Farcaster Auth'
const chainId = '10'

/** As long as an attempt. */
const messageLifeSeconds = 600
/** The phone says when the message was signed, and its clock may be off by so much. */
const clockSkewSeconds = 300
/** After so long the same message is refused for its age, however its clock was off. */
export const farcasterNonceLifeSeconds = messageLifeSeconds + 2 * clockSkewSeconds

/**
 * Whose account has signed this message for this attempt: of `nonce`, for our wallet, within its time. Each authority does this
 * for itself.
 *
 * Throws SOCIAL_EXPIRED for a message that is too old, SOCIAL_REFUSED for one that is wrong in any other way, and
 * PROVIDER_UNAVAILABLE while the chain cannot be asked: then nobody gets in.
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

/** What was signed for another site, or in another attempt, is nothing to us. */
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

/** One number, written in one way: a subject that could be spelt twice would be two people. */
function fidIn({ resources }: SignInMessage): string {
  const [resource = ''] = resources
  const fid = /^farcaster:\/\/fid\/([1-9][0-9]{0,18})$/.exec(resource)?.[1]
  if (resources.length !== 1 || fid === undefined) refuse('resources')
  return fid
}

function refuse(what: string): never {
  throw new AppError('SOCIAL_REFUSED', { cause: new Error(`Farcaster: ${what}`) })
}
