/**
 * Sessions of accounts that have signed a sign-in message (CAIP-122) on a page: the signature is the proof, and such a session only gives
 * ID tokens of that account, on that page. Requests come from pages: a page is its Origin, which only browsers send truthfully, so the
 * token of a session is as secret as any of a page's.
 */

import { randomBytes } from 'node:crypto'
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { assessSignIn, readAccount, readSignInMessage, type SiwxAccount, verifyByKey } from '@latchkey/server/siwx'
import { type Clock, secondsLater, unixSeconds } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { hashSecretToken, makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { ownAskerAt } from '../chain/sharer.ts'
import { verifySignature } from '../chain/verifySignature.ts'
import { type IdTokenSigner, signIdToken } from '../idTokens/signIdToken.ts'
import { subjectOf } from '../idTokens/subjectStore.ts'
import {
  deleteSiwxSession,
  findSiwxSession,
  insertNonce,
  insertSiwxSession,
  isNonceOpen,
  type Page,
  spendNonce,
} from './siwxStore.ts'

export type SiwxDeps = {
  database: Database
  projects: Projects
  rpcProxy: RpcProxy
  idTokens: IdTokenSigner
  clock: Clock
}
/** The caller: a page, or a program without an Origin. */
export type SiwxCaller = { origin: string | null; ipAddress: string }

const nonceLifeSeconds = 300
const sessionLifeSeconds = 86_400

/** Throws PROJECT_UNKNOWN; ORIGIN_NOT_ALLOWED, also for requests from no page. */
function pageOf({ projects }: Pick<SiwxDeps, 'projects'>, projectId: string, { origin }: SiwxCaller): Page {
  projects.find(projectId)
  if (origin === null) throw new AppError('ORIGIN_NOT_ALLOWED')
  projects.requireOrigin(projectId, origin)
  return { projectId, origin }
}

/** Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED. */
export async function siwxNonce(
  deps: SiwxDeps,
  { projectId }: EndpointRequest<'siwxNonce'>,
  caller: SiwxCaller,
): Promise<EndpointResponse<'siwxNonce'>> {
  const page = pageOf(deps, projectId, caller)
  // Letters and digits, as EIP-4361 requires.
  const nonce = randomBytes(16).toString('hex')
  const expiresAt = secondsLater(deps.clock.now(), nonceLifeSeconds)
  await deps.database.transaction('api', (sql) => insertNonce(sql, hashSecretToken(nonce), page, expiresAt))
  return { nonce, expiresAt: unixSeconds(expiresAt) }
}

/**
 * Cheap checks come first, and the account's contract last. Only a session uses up a nonce; rejected requests don't. Throws
 * PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, CAIP_ADDRESS_INVALID, SIWX_MESSAGE_INVALID, SIWX_DOMAIN_MISMATCH, NONCE_INVALID, SIGNATURE_INVALID,
 * CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE.
 */
export async function startSiwxSession(
  deps: SiwxDeps,
  { projectId, account: caip10, message: text, signature }: EndpointRequest<'startSiwxSession'>,
  caller: SiwxCaller,
): Promise<EndpointResponse<'startSiwxSession'>> {
  const page = pageOf(deps, projectId, caller)
  const account = readAccount(caip10)
  if (account === null) throw new AppError('CAIP_ADDRESS_INVALID')
  const { nonce, expirationTime } = requireMessage(text, { account, origin: page.origin, now: deps.clock.now() })
  const nonceHash = hashSecretToken(nonce)
  const isOpen = await deps.database.transaction('api', (sql) => isNonceOpen(sql, nonceHash, page, deps.clock.now()))
  if (!isOpen) throw new AppError('NONCE_INVALID')
  const signer = await requireSignature(deps, account, { text, signature, ipAddress: caller.ipAddress })

  const now = deps.clock.now()
  const longest = secondsLater(now, sessionLifeSeconds)
  const expiresAt = expirationTime !== null && expirationTime < longest ? expirationTime : longest
  const token = makeSecretToken()
  const session = { account: `${account.chainId}:${account.address}`, signer, signedAt: now, expiresAt }
  await deps.database.transaction('api', async (sql) => {
    if (!(await spendNonce(sql, nonceHash, page, now))) throw new AppError('NONCE_INVALID')
    await insertSiwxSession(sql, hashSecretToken(token), page, session)
  })
  return { token, expiresAt: unixSeconds(expiresAt) }
}

/** Throws SIWX_MESSAGE_INVALID, with the fault; SIWX_DOMAIN_MISMATCH. */
function requireMessage(text: string, expected: Parameters<typeof assessSignIn>[1]) {
  const message = readSignInMessage(text)
  if (message === null) throw new AppError('SIWX_MESSAGE_INVALID', { details: { reason: 'form' } })
  const fault = assessSignIn(message, expected)
  if (fault?.kind === 'domain') throw new AppError('SIWX_DOMAIN_MISMATCH')
  if (fault !== null) throw new AppError('SIWX_MESSAGE_INVALID', { details: { reason: fault.field } })
  return message
}

/** Returns the signer, in the form of `SubjectOwner`. Throws SIGNATURE_INVALID, CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE. */
async function requireSignature(
  { rpcProxy }: SiwxDeps,
  account: SiwxAccount,
  { text, signature, ipAddress }: { text: string; signature: string; ipAddress: string },
): Promise<string> {
  const { namespace, chainId, address } = account
  const signedBy = await verifyByKey(account, text, signature)
  if (signedBy === 'key') return `${namespace}:${address}`
  const asked = { address, message: text, signature }
  if (signedBy === 'none' || !(await verifySignature(rpcProxy, chainId, asked, ownAskerAt(ipAddress))))
    throw new AppError('SIGNATURE_INVALID')
  return `${chainId}:${address}`
}

/** Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, SIWX_SESSION_INVALID. A wallet has no email address. */
export async function siwxIdToken(
  deps: SiwxDeps,
  { projectId, token, nonce, scopes = [] }: EndpointRequest<'siwxIdToken'>,
  caller: SiwxCaller,
): Promise<EndpointResponse<'siwxIdToken'>> {
  const page = pageOf(deps, projectId, caller)
  const now = deps.clock.now()
  const { session, subject } = await deps.database.transaction('api', async (sql) => {
    const found = await findSiwxSession(sql, hashSecretToken(token), page, now)
    if (found === null) throw new AppError('SIWX_SESSION_INVALID')
    return { session: found, subject: await subjectOf(sql, { projectId, owner: { signer: found.signer }, now }) }
  })
  return signIdToken(
    deps.idTokens,
    {
      projectId,
      subject,
      authenticatedAt: session.signedAt,
      provedBy: 'wallet',
      ...(scopes.includes('wallets') && { wallets: [session.account] }),
      ...(nonce !== undefined && { nonce }),
    },
    session.expiresAt,
  )
}

/** Ends a session of this page, if there is one. Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED. */
export async function revokeSiwxSession(
  deps: SiwxDeps,
  { projectId, token }: EndpointRequest<'revokeSiwxSession'>,
  caller: SiwxCaller,
): Promise<EndpointResponse<'revokeSiwxSession'>> {
  const page = pageOf(deps, projectId, caller)
  await deps.database.transaction('api', (sql) => deleteSiwxSession(sql, hashSecretToken(token), page))
  return {}
}
