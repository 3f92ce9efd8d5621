import { AppError } from '@latchkey/protocol/errors'
import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import { ipAddress, type Proxies } from '@latchkey/service-kit/http/ipAddress'
import { logRequest } from '@latchkey/service-kit/http/logRequest'
import { readBytes } from '@latchkey/service-kit/http/readBody'
import { failureResponse } from '@latchkey/service-kit/http/reply'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { Hono } from 'hono'
import { type OfframpDeps, receiveSaleWebhook } from '../offramp/offrampService.ts'
import { type OnrampDeps, receiveRampWebhook } from './onrampService.ts'

export type ServeRampWebhooksDeps = OnrampDeps & OfframpDeps & { limiter: RateLimiter; proxies: Proxies }

const maxBytes = 64 * 1024
const routes = {
  onrampWebhook: { path: '/v1/onramp/webhooks', receive: receiveRampWebhook },
  offrampWebhook: { path: '/v1/offramp/webhooks', receive: receiveSaleWebhook },
} as const

/**
 * Serves providers' webhooks. They have no row in the endpoint table, since each provider signs the exact bytes in its own way. Responds
 * with 204.
 */
export function serveRampWebhooks(app: Hono<AppEnvironment>, deps: ServeRampWebhooksDeps): void {
  for (const [route, { path, receive }] of Object.entries(routes))
    app.post(`${path}/:provider`, async ({ req, env }) => {
      const startedAt = performance.now()
      let error: AppError | null = null
      let response = new Response(null, { status: 204 })
      try {
        const from = ipAddress(req.raw, env.remoteAddress, deps.proxies)
        await deps.limiter.take('onrampWebhooks', { ipAddress: from, projectId: null })
        const body = new TextDecoder().decode(await readBytes(req.raw, maxBytes))
        await receive(deps, req.param('provider'), { headers: req.raw.headers, body, now: deps.clock.now() })
      } catch (thrown) {
        error = AppError.from(thrown)
        response = failureResponse(error)
      }
      logRequest(deps.log, { authority: 'api', route, startedAt, status: response.status, error })
      return response
    })
}
