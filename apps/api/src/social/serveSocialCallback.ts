import { AppError } from '@latchkey/protocol/errors'
import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import { ipAddress, type Proxies } from '@latchkey/service-kit/http/ipAddress'
import { logRequest } from '@latchkey/service-kit/http/logRequest'
import { readBytes } from '@latchkey/service-kit/http/readBody'
import type { Log } from '@latchkey/service-kit/log'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { Hono } from 'hono'
import { beganIn } from './callbackState.ts'
import { callbackPath } from './providerClients.ts'
import { failedPage, receiveCallback, type SocialCallbackDeps } from './socialCallback.ts'

export type ServeSocialCallbackDeps = SocialCallbackDeps & {
  limiter: RateLimiter
  proxies: Proxies
  log: Log
}

const maxBytes = 16 * 1024

/**
 * Serves providers' redirects: a page that browsers navigate to, not a row of the endpoint table. Every request is redirected to the
 * wallet's own page, so that users never see an error of the api.
 */
export function serveSocialCallback(app: Hono<AppEnvironment>, deps: ServeSocialCallbackDeps): void {
  app.on(['GET', 'POST'], `${callbackPath}/:provider`, async ({ req, env }) => {
    const startedAt = performance.now()
    const { location, error } = await answer(req.raw, req.param('provider'), env.remoteAddress, deps)
    logRequest(deps.log, { authority: 'api', route: 'socialCallback', startedAt, status: 303, error })
    return new Response(null, {
      status: 303,
      headers: {
        Location: location,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}

/**
 * Whether this is a top-level navigation. Images and frames of a page aren't a return, and don't use one up. Old browsers don't report it.
 */
const isWindow = ({ headers }: Request): boolean =>
  (headers.get('sec-fetch-mode') ?? 'navigate') === 'navigate' &&
  (headers.get('sec-fetch-dest') ?? 'document') === 'document'

async function answer(
  request: Request,
  provider: string,
  remoteAddress: string,
  deps: ServeSocialCallbackDeps,
): Promise<{ location: string; error: AppError | null }> {
  try {
    if (!isWindow(request)) throw new AppError('INVALID_REQUEST')
    const from = ipAddress(request, remoteAddress, deps.proxies)
    const caller = { ipAddress: from, projectId: null }
    const isPost = request.method === 'POST'
    if (isPost) await deps.limiter.take('socialForms', caller)
    const parameters = isPost
      ? new URLSearchParams(new TextDecoder().decode(await readBytes(request, maxBytes)))
      : new URL(request.url).searchParams
    // A page can navigate a popup here, but knows no state of its user's network.
    const isOwn = await beganIn(deps.kms, parameters.get('state') ?? '', from)
    await deps.limiter.take(isOwn ? 'socialCallback' : 'socialCallbackElsewhere', caller)
    const how = isPost ? 'form_post' : 'query'
    const location = await receiveCallback(deps, { provider, how, parameters, ipAddress: from })
    return { location, error: null }
  } catch (thrown) {
    return { location: failedPage(deps), error: AppError.from(thrown) }
  }
}
