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
 * Where providers send people back: a page that is navigated to, and no row of the endpoint table. Whatever comes, the answer is a
 * way on to the wallet's own page, so that nobody is left with an error of the api's.
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

/** Whether a window has come here. Images and frames of a page aren't a return, and don't use one up. Old browsers don't say. */
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
    // A page can send a window here that its visitor let it open, but knows no state of that visitor's network.
    const isOwn = await beganIn(deps.kms, parameters.get('state') ?? '', from)
    await deps.limiter.take(isOwn ? 'socialCallback' : 'socialCallbackElsewhere', caller)
    const how = isPost ? 'form_post' : 'query'
    const location = await receiveCallback(deps, { provider, how, parameters, ipAddress: from })
    return { location, error: null }
  } catch (thrown) {
    return { location: failedPage(deps), error: AppError.from(thrown) }
  }
}
