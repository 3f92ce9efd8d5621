import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@latchkey/protocol/errors'
import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import { ipAddress, type Proxies } from '@latchkey/service-kit/http/ipAddress'
import { logRequest } from '@latchkey/service-kit/http/logRequest'
import { readBytes } from '@latchkey/service-kit/http/readBody'
import { failureResponse } from '@latchkey/service-kit/http/reply'
import type { Log } from '@latchkey/service-kit/log'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { Hono } from 'hono'
import inject from 'light-my-request'
import { createOidcProvider, failedPage, type OidcProviderDeps } from './createOidcProvider.ts'
import { oidcRoutes, resumePath } from './oidcPaths.ts'

export type ServeOidcDeps = OidcProviderDeps & { limiter: RateLimiter; proxies: Proxies; log: Log }

/** The provider's mount path, which is the path of its issuer. */
const mount = '/oidc'
const maxBytes = 16 * 1024

/**
 * Whether this is a top-level navigation. Images and frames of a page can't start a sign-in or use one up. Old browsers don't report it.
 */
const isWindow = ({ headers }: Request): boolean =>
  (headers.get('sec-fetch-mode') ?? 'navigate') === 'navigate' &&
  (headers.get('sec-fetch-dest') ?? 'document') === 'document'

/** Paths passed on to the provider: it has more, which are not served. `idTokens` serves `jwks`. */
const passed = [
  { path: '/.well-known/openid-configuration', methods: ['GET', 'OPTIONS'], limit: 'oidcMetadata', name: 'metadata' },
  { path: oidcRoutes.authorization, methods: ['GET'], limit: 'oidcSignIns', name: 'authorization' },
  { path: resumePath(':uid'), methods: ['GET'], limit: 'oidcSignIns', name: 'resume' },
  { path: oidcRoutes.token, methods: ['POST', 'OPTIONS'], limit: 'oidcTokens', name: 'token' },
  { path: oidcRoutes.userinfo, methods: ['GET', 'POST', 'OPTIONS'], limit: 'oidcTokens', name: 'userinfo' },
] as const

/** The headers that the provider reads. With `X-Forwarded-Host`, a sender could change the URLs that it returns. */
const readHeaders = [
  'authorization',
  'content-type',
  'cookie',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
]

/** The only cookie that a browser gets: which sign-in it has started, for the URL at which that continues. */
const isOwnCookie = (cookie: string): boolean => /^(?:__Secure-)?latchkey-sign-in=/.test(cookie)

/**
 * Mounts the OpenID Provider: browsers navigate to it, apps' servers call it. Not rows of the endpoint table, as the standard defines its
 * responses.
 */
export function serveOidc(app: Hono<AppEnvironment>, deps: ServeOidcDeps): void {
  const provider = createOidcProvider(deps)
  const handle = provider.callback()
  const causes = new WeakMap<object, unknown>()
  provider.on('server_error', ({ req }, cause) => causes.set(req, cause))

  for (const { path, methods, limit, name } of passed)
    app.on([...methods], `${mount}${path}`, async ({ req, env }) => {
      const startedAt = performance.now()
      let response: Response
      let error: AppError | null = null
      try {
        if (limit === 'oidcSignIns' && !isWindow(req.raw)) throw new AppError('INVALID_REQUEST')
        const from = ipAddress(req.raw, env.remoteAddress, deps.proxies)
        await deps.limiter.take(limit, { ipAddress: from, projectId: null })
        // Another process may have rotated the signing key of ID tokens.
        await deps.keyring.refresh()
        const url = new URL(req.url)
        const asked: { message?: IncomingMessage } = {}
        response = await ask(
          (incoming, outgoing) => {
            asked.message = incoming
            handle(incoming, outgoing)
          },
          req.raw,
          url,
          deps.publicUrl,
        )
        const cause = asked.message && causes.get(asked.message)
        if (cause !== undefined || response.status >= 500) error = new AppError('INTERNAL', { cause })
      } catch (thrown) {
        error = AppError.from(thrown)
        // A user who is sent here should see more than an error of the api.
        response =
          limit === 'oidcSignIns'
            ? asResponse(303, { location: failedPage(deps.walletOrigin, 'temporarily_unavailable') })
            : failureResponse(error)
      }
      const { status } = response
      logRequest(deps.log, { authority: 'api', route: `oidc ${name}`, startedAt, status, error })
      return response
    })
}

/** Passes a request to the provider, which is written for Node's own server. */
async function ask(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  request: Request,
  { pathname, search }: URL,
  publicUrl: string,
): Promise<Response> {
  const { host, protocol } = new URL(publicUrl)
  const headers: Record<string, string> = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    // It renders pages for clients that accept HTML.
    accept: 'application/json',
  }
  for (const name of readHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const payload = request.method === 'POST' ? Buffer.from(await readBytes(request, maxBytes)) : undefined
  const answered = await inject(
    (incoming, outgoing) => {
      const message: IncomingMessage & { originalUrl?: string } = incoming
      message.originalUrl = message.url ?? ''
      message.url = message.originalUrl.slice(mount.length)
      handle(message, outgoing)
    },
    {
      method: request.method as 'GET' | 'POST' | 'OPTIONS',
      url: `${pathname}${search}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    },
  )
  return asResponse(answered.statusCode, answered.headers, answered.rawPayload)
}

function asResponse(status: number, given: Record<string, unknown>, body: Uint8Array = new Uint8Array()): Response {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  for (const [name, value] of Object.entries(given)) {
    if (name === 'content-length' || name === 'connection' || name === 'date') continue
    const values = [value].flat().map(String)
    if (name === 'set-cookie') for (const cookie of values.filter(isOwnCookie)) headers.append(name, cookie)
    else headers.set(name, values.join(', '))
  }
  const isRedirect = headers.has('location')
  // Whatever it would show: the api serves no pages.
  if (!isRedirect && headers.get('content-type')?.includes('html'))
    return failureResponse(new AppError('INVALID_REQUEST'))
  if (isRedirect) headers.delete('content-type')
  return new Response(isRedirect || status === 204 ? null : new Uint8Array(body), { status, headers })
}
