/**
 * Route handlers for server-rendered apps that need only `Request` and `Response`: for Next.js, and for anything else that has those. The
 * server returns a nonce, verifies what the page sends, and sets the app's own session cookie.
 */
import { jwtVerify, SignJWT } from 'jose'
import { createNonce } from './createNonce.ts'
import type { Verifier } from './createVerifier.ts'
import { failureOf } from './failureResponse.ts'
import { LatchkeyError } from './LatchkeyError.ts'
import type { SignedMessage } from './signIn/verifySignIn.ts'

/** The user who is signed in to your app. */
export type AppSession = {
  /** `sub` of the ID token; null for a wallet that signed a message without one. */
  subject: string | null
  /** The account that signed, in CAIP-10; null without a wallet proof. */
  account: string | null
  email: string | null
  wallets: readonly string[]
}

/** The cookie that holds your session, and how strictly sign-ins are checked. */
export type SignInRouteOptions = {
  /** Signs your cookies: at least 32 random characters, the same on all your servers, and used nowhere else. */
  secret: string
  /** Default: `latchkey`. */
  cookieName?: string
  /** Lifetime of your session, in seconds. Default: a day. */
  sessionSeconds?: number
  /**
   * Requires a signature of the user's wallet, so that the api by itself can't sign in as a user. Also applies to a message without an ID
   * token: a smart account's signature is checked with a node of `rpcUrls`, so it can't sign in on other chains.
   */
  requireWalletProof?: boolean
  /**
   * Records in your own store that a nonce was used, and resolves with false when it already was. Without it, a nonce can be reused in
   * the browser that received it, until it expires.
   */
  spendNonce?: (nonce: string) => Promise<boolean>
}

/** Export `GET`, `POST` and `DELETE` from one route file. Failures are JSON: `{ error, message }`. */
export type SignInRoute = {
  /** Returns `{ nonce }` and sets the cookie that binds it to the browser. */
  GET(request: Request): Promise<Response>
  /** Takes `{ idToken, walletProof? }` of `modal.getIdToken()`, or `{ account, message, signature }`, and sets the session cookie. */
  POST(request: Request): Promise<Response>
  /** Signs out. */
  DELETE(request: Request): Promise<Response>
  /** Returns the session of a request, or of the text of its `Cookie` header; null when there is none. */
  readSession(from: Request | string | null): Promise<AppSession | null>
}

const nonceSeconds = 600
const maxBodyLength = 131_072
const audiences = { nonce: 'latchkey-nonce', session: 'latchkey-session' } as const

/** Creates the handlers of one route. Throws TypeError for a secret that is too short. */
export function createSignInRoute(verifier: Verifier, options: SignInRouteOptions): SignInRoute {
  const { secret, cookieName = 'latchkey', sessionSeconds = 86_400, requireWalletProof = false } = options
  if (secret.length < 32) throw new TypeError('secret: at least 32 random characters')
  const key = new TextEncoder().encode(secret)
  // The cookie prefix, which no other host can set, stays in use for all even if one origin is on a developer's machine.
  const isSecure = verifier.origins.some((origin) => origin.startsWith('https:'))
  const names = {
    nonce: `${isSecure ? '__Host-' : ''}${cookieName}-nonce`,
    session: `${isSecure ? '__Host-' : ''}${cookieName}`,
  }

  const seal = (kind: keyof typeof audiences, claims: Record<string, unknown>, seconds: number): Promise<string> => {
    const at = Math.floor(verifier.now().getTime() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audiences[kind])
      .setIssuedAt(at)
      .setExpirationTime(at + seconds)
      .sign(key)
  }
  const open = async (
    kind: keyof typeof audiences,
    cookies: string | null,
  ): Promise<Record<string, unknown> | null> => {
    const value = cookieOf(cookies, names[kind])
    if (value === null) return null
    const checks = { audience: audiences[kind], algorithms: ['HS256'], currentDate: verifier.now() }
    return jwtVerify(value, key, checks).then(
      ({ payload }) => payload,
      () => null,
    )
  }
  const cookie = (kind: keyof typeof names, value: string, seconds: number): string =>
    `${names[kind]}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const requireOwnPage = (request: Request): void => {
    if (!verifier.origins.includes(request.headers.get('origin') ?? '')) throw new LatchkeyError('ORIGIN_NOT_ALLOWED')
  }
  const answering =
    (work: (request: Request) => Promise<Response>) =>
    async (request: Request): Promise<Response> => {
      try {
        return await work(request)
      } catch (error) {
        const { status, body } = failureOf(error)
        return answer(body, status)
      }
    }

  return {
    GET: answering(async () => {
      const nonce = createNonce()
      return answer({ nonce }, 200, [cookie('nonce', await seal('nonce', { nonce }, nonceSeconds), nonceSeconds)])
    }),
    POST: answering(async (request) => {
      requireOwnPage(request)
      const { nonce } = (await open('nonce', request.headers.get('cookie'))) ?? {}
      if (typeof nonce !== 'string') throw new LatchkeyError('NONCE_INVALID')
      const session = await verify(verifier, await readBody(request), { nonce, requireWalletProof })
      if (options.spendNonce !== undefined && !(await options.spendNonce(nonce)))
        throw new LatchkeyError('NONCE_INVALID')
      return answer(session, 200, [
        cookie('session', await seal('session', { session }, sessionSeconds), sessionSeconds),
        cookie('nonce', '', 0),
      ])
    }),
    DELETE: answering(async (request) => {
      requireOwnPage(request)
      return answer({}, 200, [cookie('session', '', 0)])
    }),
    async readSession(from) {
      const cookies = typeof from === 'string' || from === null ? from : from.headers.get('cookie')
      // Only this server can have sealed it.
      return ((await open('session', cookies))?.session ?? null) as AppSession | null
    },
  }
}

type SignInBody = { idToken: string; walletProof?: SignedMessage } | SignedMessage

async function verify(
  verifier: Verifier,
  body: SignInBody,
  { nonce, requireWalletProof }: { nonce: string; requireWalletProof: boolean },
): Promise<AppSession> {
  if (!('idToken' in body)) {
    const { account } = await verifier.verifySignIn(body, { nonce, isApiTrusted: !requireWalletProof })
    return { subject: null, account, email: null, wallets: [account] }
  }
  const { idToken, walletProof } = body
  const { subject, provenAccount, email, isEmailVerified, wallets } = requireWalletProof
    ? await verifier.verifyIdToken(idToken, { nonce, requireWalletProof, walletProof })
    : await verifier.verifyIdToken(idToken, { nonce, walletProof })
  return { subject, account: provenAccount, email: isEmailVerified ? email : null, wallets: wallets ?? [] }
}

/** Reads the request body. Throws INVALID_PARAMS. */
async function readBody(request: Request): Promise<SignInBody> {
  const refuse = (cause?: unknown): never => {
    throw new LatchkeyError('INVALID_PARAMS', { cause })
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyLength) return refuse()
  const text = await request.text()
  if (text.length > maxBodyLength) return refuse()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    return refuse(cause)
  }
  if (isSigned(body)) return body
  const { idToken, walletProof } = (body ?? {}) as { idToken?: unknown; walletProof?: unknown }
  if (typeof idToken !== 'string') return refuse()
  if (walletProof === undefined) return { idToken }
  return isSigned(walletProof) ? { idToken, walletProof } : refuse()
}

const isSigned = (value: unknown): value is SignedMessage => {
  const { account, message, signature } = (value ?? {}) as Partial<Record<keyof SignedMessage, unknown>>
  return [account, message, signature].every((each) => typeof each === 'string')
}

const cookieOf = (cookies: string | null, name: string): string | null => {
  const found = (cookies ?? '').split('; ').find((each) => each.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

const answer = (body: unknown, status: number, cookies: readonly string[] = []): Response => {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const each of cookies) headers.append('Set-Cookie', each)
  return Response.json(body, { status, headers })
}
