import type { Authority, EndpointResponse } from '@latchkey/api-client'
import type { Proxies } from '@latchkey/proxies'
import { createNoteRefusal } from '../audit/auditLog.ts'
import type { Clock } from '../clock.ts'
import { type Database, type DatabaseRole, single } from '../db/database.ts'
import { createAdmission, defaultCallsAtOnce } from '../http/createAdmission.ts'
import { createAuthorityApp } from '../http/createAuthorityApp.ts'
import type { Handlers } from '../http/handlers.ts'
import { type Reply, withStatus } from '../http/reply.ts'
import { type ReadyPart, serveReady } from '../http/serveReady.ts'
import { openAuthorityKeyring } from '../keys/authorityKeyring.ts'
import type { TokenKeys } from '../keys/tokens.ts'
import type { Kms } from '../kms/kms.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/createMetrics.ts'
import type { Projects } from '../projects/projects.ts'
import { createNonces } from '../proof/nonces.ts'
import { createSpentProofs } from '../proof/spentProofs.ts'
import { createRateLimiter } from '../rateLimits/createRateLimiter.ts'
import type { RateLimitStore } from '../rateLimits/RateLimitStore.ts'
import { version } from '../version.ts'

/** The dependencies of an authority. Only projects, clock and log are shared with the other one. */
export type AuthorityDeps = {
  /** Used only in the authority's own role. */
  database: Database
  kms: Kms
  projects: Projects
  /** The authority's address as clients see it: scheme, host, port, no trailing slash. */
  publicUrl: string
  walletOrigin: string
  limits: Limits
  /** Where calls are counted for rate limits. */
  rateLimits: RateLimitStore
  /** Maximum number of concurrent calls in this process. */
  callsAtOnce?: number
  proxies: Proxies
  mode: Mode
  clock: Clock
  log: Log
  /** Default: nothing is measured. */
  metrics?: Metrics
}

/** Opens an authority with its keys, before it has handlers: `serve` creates its HTTP service. */
export async function openAuthority<authority extends Authority>(authority: authority, deps: AuthorityDeps) {
  const { database, kms, projects, publicUrl, walletOrigin, limits, rateLimits, proxies, mode, clock, log, metrics } =
    deps
  const keyring = await openAuthorityKeyring(authority, database, kms, clock)
  const proof = {
    publicUrl,
    nonces: createNonces(kms, clock),
    spentProofs: createSpentProofs({ authority, database, rateLimits, kms, clock }),
  }
  const epoch = await readEpoch(authority, database)
  const tokenKeys: TokenKeys = { ...keyring.tokenKeys, since: epoch }
  const limiter = createRateLimiter({ limits, rateLimits, kms, clock })
  const admission = createAdmission(deps.callsAtOnce ?? defaultCallsAtOnce)
  const noteRefusal = createNoteRefusal(authority, database, clock)
  metrics?.watch('latchkey_calls_in_progress', () => [[{ authority }, admission.count()]])
  const { count } = database
  if (count !== undefined)
    metrics?.watch('latchkey_database_pool', () =>
      Object.entries(count()).map(([state, number]) => [{ state }, number]),
    )
  return {
    keyring,
    /** When this authority was last restored from a backup; null if never. */
    epoch,
    noteRefusal,
    limiter,
    health: createHealth(authority, mode, database),
    /** `parts`: what the authority needs in addition to database and Redis. */
    serve: (handlers: Handlers<authority>, parts: () => readonly ReadyPart[]) => {
      const app = createAuthorityApp({
        authority,
        handlers,
        proof,
        tokenKeys,
        refreshKeys: keyring.refresh,
        noteRefusal,
        limiter,
        limits,
        admission,
        projects,
        walletOrigin,
        proxies,
        clock,
        log,
      })
      const ready = serveReady(app, {
        authority,
        clock,
        parts: () => [
          { name: 'database', isEssential: true, check: database.check },
          { name: 'redis', isEssential: true, check: rateLimits.check },
          ...parts(),
        ],
      })
      metrics?.watch('latchkey_part_up', async () =>
        Object.entries((await ready()).parts).map(([part, state]) => [{ authority, part }, state === 'ok' ? 1 : 0]),
      )
      return app
    },
  }
}

/** Whether both authorities run in one process, or each in its own. */
type Mode = EndpointResponse<'apiHealth'>['mode']

/** Creates the health handler: 503 while the authority's database is unavailable. */
const createHealth =
  (authority: Authority, mode: Mode, database: Database) => async (): Promise<Reply<EndpointResponse<'apiHealth'>>> => {
    const isUp = await database
      .transaction(authority, (sql) => sql`SELECT 1`)
      .then(
        () => true,
        () => false,
      )
    const facts = { authority, mode, version } as const
    return isUp
      ? withStatus(200, { status: 'ok', ...facts, database: 'ok' })
      : withStatus(503, { status: 'degraded', ...facts, database: 'down' })
  }

/** Returns when this authority's database was last restored from a backup; null if never. */
async function readEpoch(role: DatabaseRole, database: Database): Promise<Date | null> {
  const rows = await database.transaction(role, (sql) => sql<{ at: Date | null }>`SELECT max(at) AS at FROM restores`)
  return single(rows).at
}
