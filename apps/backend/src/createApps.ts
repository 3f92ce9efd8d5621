import type { Authority } from '@latchkey/api-client'
import { createRpcProxy } from './api/chain/rpcProxy.ts'
import { createApiHandlers } from './api/createApiHandlers.ts'
import { type DirectorySettings, openDirectory } from './api/directory/openDirectory.ts'
import { openPriceSource, type PriceSettings } from './api/prices/openPriceSource.ts'
import type { Clock } from './clock.ts'
import { createCustodyHandlers } from './custody/createCustodyHandlers.ts'
import type { EmailLimits } from './custody/email/emailLimits.ts'
import type { Database } from './db/database.ts'
import { createHealth } from './health.ts'
import { createAuthorityApp } from './http/createAuthorityApp.ts'
import type { Handlers } from './http/handlers.ts'
import { openAuthorityKeyring } from './keys/authorityKeyring.ts'
import type { Kms } from './kms/kms.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mail.ts'
import type { Projects } from './projects/projects.ts'
import { createNonces } from './proof/nonces.ts'
import { createSpentProofs } from './proof/spentProofs.ts'

/** Who is who, as browsers see it. */
export type Addresses = {
  /** Scheme, host, port, no slash at the end. */
  apiUrl: string
  custodyUrl: string
  walletOrigin: string
  vaultOrigin: string
}

export type AppsDeps = {
  addresses: Addresses
  database: Database
  /** Each authority has a key store of its own. */
  kms: Record<Authority, Kms>
  projects: Projects
  mailer: Mailer
  /** Node addresses by CAIP-2. */
  nodes: Readonly<Record<string, readonly string[]>>
  prices: PriceSettings
  directory: DirectorySettings
  /** Caps on code mails; null turns them off. */
  emailLimits: EmailLimits | null
  trustProxy: boolean
  /** Asks the nodes, and the upstream servers. */
  fetch: typeof globalThis.fetch
  clock: Clock
  log: Log
}

export type Apps = Record<Authority, ReturnType<typeof createAuthorityApp>>

/**
 * Both authorities as functions of a request. They share this process and nothing else: each works in its own database
 * role, with its own keys, and believes of the other what it has signed.
 */
export async function createApps(deps: AppsDeps): Promise<Apps> {
  const { addresses, database, kms, projects, clock, log } = deps
  const keyrings = {
    api: await openAuthorityKeyring('api', database, kms.api),
    custody: await openAuthorityKeyring('custody', database, kms.custody),
  }
  const sharedBy = (authority: Authority) => ({
    database,
    clock,
    projects,
    kms: kms[authority],
    keyring: keyrings[authority],
    health: createHealth(authority, database),
  })
  const appOf = <authority extends Authority>(authority: authority, handlers: Handlers<authority>, publicUrl: string) =>
    createAuthorityApp({
      authority,
      handlers,
      proof: {
        publicUrl,
        nonces: createNonces(kms[authority], clock),
        spentProofs: createSpentProofs(authority, database, clock),
        clock,
      },
      tokenKey: keyrings[authority].signing.publicKey,
      projects,
      walletOrigin: addresses.walletOrigin,
      trustProxy: deps.trustProxy,
      clock,
      log,
    })

  const rpcProxy = createRpcProxy({ nodes: deps.nodes, fetch: deps.fetch })
  const api = createApiHandlers({
    ...sharedBy('api'),
    signer: keyrings.api.signing,
    custodyKey: async () => keyrings.custody.signing.publicKey,
    vaultOrigin: addresses.vaultOrigin,
    rpcProxy,
    prices: openPriceSource(deps.prices, { rpcProxy, fetch: deps.fetch }),
    directory: openDirectory(deps.directory, { fetch: deps.fetch, clock, log }),
  })
  const custody = createCustodyHandlers({ ...sharedBy('custody'), mailer: deps.mailer, limits: deps.emailLimits })
  return {
    api: appOf('api', api, addresses.apiUrl),
    custody: appOf('custody', custody, addresses.custodyUrl),
  }
}
