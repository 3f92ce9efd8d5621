import type { Authority } from '@latchkey/api-client'
import { createNoteRefusal } from '../audit/auditLog.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { createAuthorityApp } from '../http/createAuthorityApp.ts'
import type { Handlers } from '../http/handlers.ts'
import { openAuthorityKeyring } from '../keys/authorityKeyring.ts'
import type { Kms } from '../kms/kms.ts'
import type { Log } from '../log.ts'
import type { Projects } from '../projects/projects.ts'
import { createNonces } from '../proof/nonces.ts'
import { createSpentProofs } from '../proof/spentProofs.ts'
import type { Allowances } from '../rateLimits/allowances.ts'
import { createRateLimiter } from '../rateLimits/createRateLimiter.ts'
import type { Rates } from '../rateLimits/rates.ts'
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
  /** Null: no limits on the pace of calls, for a machine of one's own. */
  rates: Rates | null
  /** Where the pace of calls is kept. */
  allowances: Allowances
  trustProxy: boolean
  mode: Mode
  clock: Clock
  log: Log
}

/** An authority with its keys, before it has handlers: `serve` makes its HTTP service. */
export async function openAuthority<authority extends Authority>(authority: authority, deps: AuthorityDeps) {
  const { database, kms, projects, publicUrl, walletOrigin, rates, allowances, trustProxy, mode, clock, log } = deps
  const keyring = await openAuthorityKeyring(authority, database, kms)
  const proof = {
    publicUrl,
    nonces: createNonces(kms, clock),
    spentProofs: createSpentProofs(authority, database, clock),
    clock,
  }
  const tokenKey = keyring.signing.publicKey
  const limiter = createRateLimiter({ rates, allowances, clock })
  const noteRefusal = createNoteRefusal(authority, database, clock)
  return {
    keyring,
    noteRefusal,
    limiter,
    health: createHealth(authority, mode, database),
    serve: (handlers: Handlers<authority>) =>
      createAuthorityApp({
        authority,
        handlers,
        proof,
        tokenKey,
        noteRefusal,
        limiter,
        projects,
        walletOrigin,
        trustProxy,
        clock,
        log,
      }),
  }
}
