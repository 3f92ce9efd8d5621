import type { Authority } from '@latchkey/api-client'
import type { Proxies } from '@latchkey/proxies'
import { createNoteRefusal } from '../audit/auditLog.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { readEpoch } from '../db/epoch/readEpoch.ts'
import { createAdmission, defaultCallsAtOnce } from '../http/createAdmission.ts'
import { createAuthorityApp } from '../http/createAuthorityApp.ts'
import type { Handlers } from '../http/handlers.ts'
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
import type { Allowances } from '../rateLimits/allowances.ts'
import { createRateLimiter } from '../rateLimits/createRateLimiter.ts'
import { createHealth, type Mode } from './health.ts'

/** What an authority works with; none of it but projects, clock and log is shared with the other one. */
export type AuthorityDeps = {
  /** Used in the authority's own role alone. */
  database: Database
  kms: Kms
  projects: Projects
  /** The authority's own address as clients see it: scheme, host, port, no slash at the end. */
  publicUrl: string
  walletOrigin: string
  limits: Limits
  /** Where the pace of calls is kept. */
  allowances: Allowances
  /** Calls in progress in this process, at most. */
  callsAtOnce?: number
  proxies: Proxies
  mode: Mode
  clock: Clock
  log: Log
  /** Default: nothing is measured. */
  metrics?: Metrics
}

/** An authority with its keys, before it has handlers: `serve` makes its HTTP service. */
export async function openAuthority<authority extends Authority>(authority: authority, deps: AuthorityDeps) {
  const { database, kms, projects, publicUrl, walletOrigin, limits, allowances, proxies, mode, clock, log, metrics } =
    deps
  const keyring = await openAuthorityKeyring(authority, database, kms, clock)
  const proof = {
    publicUrl,
    nonces: createNonces(kms, clock),
    spentProofs: createSpentProofs({ authority, database, allowances, kms, clock }),
  }
  const epoch = await readEpoch(authority, database)
  const tokenKeys: TokenKeys = { ...keyring.tokenKeys, since: epoch }
  const limiter = createRateLimiter({ limits, allowances, kms, clock })
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
    /** When this authority was last put back from a backup; null when it never was. */
    epoch,
    noteRefusal,
    limiter,
    health: createHealth(authority, mode, database),
    /** `parts`: what the authority needs beside database and Redis. */
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
          { name: 'redis', isEssential: true, check: allowances.check },
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
