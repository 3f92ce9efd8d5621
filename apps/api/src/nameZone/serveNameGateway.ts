import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import { ipAddress, type Proxies } from '@latchkey/service-kit/http/ipAddress'
import { logRequest } from '@latchkey/service-kit/http/logRequest'
import { failureResponse } from '@latchkey/service-kit/http/reply'
import type { Log } from '@latchkey/service-kit/log'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { Hono } from 'hono'
import { isHex } from 'viem'
import { answerNameQuery } from './answerNameQuery.ts'
import type { EnsSettings } from './ensSettings.ts'
import { openNameGateway } from './openNameGateway.ts'

export type ServeNameGatewayDeps = {
  ens: EnsSettings
  database: Database
  limiter: RateLimiter
  proxies: Proxies
  clock: Clock
  log: Log
}

/** Wallets and apps on any site may query. */
const open = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' }

/**
 * Answers `LatchkeyNameResolver` (ERC-3668) about the names of the zone, for any wallet: `GET /names/<resolver>/<question>.json`. Not a row
 * of the endpoint table, as the standard defines the response. Serves nothing without a configured gateway.
 */
export function serveNameGateway(app: Hono<AppEnvironment>, deps: ServeNameGatewayDeps): void {
  const gateway = openNameGateway(deps.ens, deps.database)
  if (gateway === null) return
  app.get('/names/:sender/:data', async ({ req, env }) => {
    const startedAt = performance.now()
    let error: AppError | null = null
    let response: Response
    try {
      const from = ipAddress(req.raw, env.remoteAddress, deps.proxies)
      await deps.limiter.take('nameQueries', { ipAddress: from, projectId: null })
      const question = req.param('data').replace(/\.json$/, '')
      if (req.param('sender').toLowerCase() !== gateway.resolver.toLowerCase() || !isHex(question))
        throw new AppError('INVALID_PARAMS', { details: { field: 'data' } })
      response = Response.json({ data: await answerNameQuery(gateway, question, deps.clock.now()) })
    } catch (thrown) {
      error = AppError.from(thrown)
      response = failureResponse(error)
    }
    for (const [name, value] of Object.entries({ ...open, 'Cache-Control': 'no-store' }))
      response.headers.set(name, value)
    logRequest(deps.log, { authority: 'api', route: 'nameGateway', startedAt, status: response.status, error })
    return response
  })
}
