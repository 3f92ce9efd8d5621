import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import type { Authority } from '@latchkey/api-client'
import { createRpcProxy } from './api/chain/rpcProxy.ts'
import { createApiHandlers } from './api/createApiHandlers.ts'
import { readVaultOrigin } from './api/wallet/walletStore.ts'
import { systemClock } from './clock.ts'
import { createCustodyHandlers } from './custody/createCustodyHandlers.ts'
import type { EmailLimits } from './custody/email/emailLimits.ts'
import type { Database } from './db/database.ts'
import { type DatabaseLocation, openDatabase } from './db/openDatabase.ts'
import { createHealth } from './health.ts'
import { createAuthorityApp } from './http/createAuthorityApp.ts'
import type { Handlers } from './http/handlers.ts'
import { type AuthorityKeyring, openAuthorityKeyring } from './keys/authorityKeyring.ts'
import type { Kms } from './kms/kms.ts'
import { openLocalKeyRing } from './kms/localKeyRing.ts'
import { jsonLog, type Log } from './log.ts'
import { createMailer } from './mail/createMailer.ts'
import { openProjects } from './projects/projects.ts'
import { createNonces } from './proof/nonces.ts'
import { createSpentProofs } from './proof/spentProofs.ts'

export type BackendSettings = {
  /** Addresses to listen on. Default: both loopback addresses. */
  hosts?: readonly string[]
  apiPort: number
  custodyPort: number
  /** How clients reach the authorities: scheme, host, port, no slash at the end. */
  apiUrl: string
  custodyUrl: string
  walletOrigin: string
  vaultOrigin: string
  database: DatabaseLocation
  /** Where the two key rings are; never beside the database in production. */
  keyRingFolder: string
  /** JSON list of `{ id, name, origins }`. */
  projectsFile: string
  smtpUrl: string
  mailFrom: string
  /** Node addresses by CAIP-2. */
  nodes: Readonly<Record<string, readonly string[]>>
  /** Caps on code mails; null turns them off, for one machine. */
  emailLimits: EmailLimits | null
  /** Whether `X-Forwarded-For` comes from a proxy of ours. */
  trustProxy: boolean
  log?: Log
}

export type Backend = { close(): Promise<void> }

/**
 * Api and custody in one process, each on its own port, with its own database role and key ring ("combined"). Resolves
 * when both answer.
 *
 * Throws when a port is taken, the database does not open, a key ring is readable by others, the projects file is damaged,
 * or wallets were made for another vault origin: keys cannot move to another origin.
 */
export async function startBackend(settings: BackendSettings): Promise<Backend> {
  const { log = jsonLog } = settings
  const clock = systemClock
  const projects = openProjects(settings.projectsFile, (cause) =>
    log({ level: 'error', event: 'projects file ignored', cause }),
  )
  const kms = (authority: Authority): Kms => openLocalKeyRing(join(settings.keyRingFolder, `${authority}.json`))
  const kmsOf = { api: kms('api'), custody: kms('custody') }
  const database = await openDatabase(settings.database)
  const mailer = createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, log })
  const listeners: ServerType[] = []
  const close = async () => {
    await Promise.all(listeners.map(stopListening))
    await mailer.close()
    await database.close()
  }

  try {
    await requireSameVault(database, settings.vaultOrigin)
    const keyrings = {
      api: await openAuthorityKeyring('api', database, kmsOf.api),
      custody: await openAuthorityKeyring('custody', database, kmsOf.custody),
    }
    const app = <authority extends Authority>(authority: authority, handlers: Handlers<authority>, publicUrl: string) =>
      createAuthorityApp({
        authority,
        handlers,
        proof: {
          publicUrl,
          nonces: createNonces(kmsOf[authority], clock),
          spentProofs: createSpentProofs(authority, database, clock),
          clock,
        },
        tokenKey: keyrings[authority].signing.publicKey,
        projects,
        walletOrigin: settings.walletOrigin,
        trustProxy: settings.trustProxy,
        clock,
        log,
      })
    const shared = (
      authority: Authority,
    ): { database: Database; clock: typeof clock; projects: typeof projects; kms: Kms; keyring: AuthorityKeyring } => ({
      database,
      clock,
      projects,
      kms: kmsOf[authority],
      keyring: keyrings[authority],
    })
    const api = createApiHandlers({
      ...shared('api'),
      signer: keyrings.api.signing,
      custodyKey: async () => keyrings.custody.signing.publicKey,
      vaultOrigin: settings.vaultOrigin,
      rpcProxy: createRpcProxy({ nodes: settings.nodes, fetch: globalThis.fetch }),
      health: createHealth('api', database),
    })
    const custody = createCustodyHandlers({
      ...shared('custody'),
      mailer,
      limits: settings.emailLimits,
      health: createHealth('custody', database),
    })
    for (const hostname of settings.hosts ?? ['127.0.0.1', '::1']) {
      listeners.push(await listen(app('api', api, settings.apiUrl), settings.apiPort, hostname))
      listeners.push(await listen(app('custody', custody, settings.custodyUrl), settings.custodyPort, hostname))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

async function requireSameVault(database: Database, vaultOrigin: string): Promise<void> {
  const stored = await database.transaction('api', readVaultOrigin)
  if (stored !== null && stored !== vaultOrigin) {
    throw new Error(
      `The wallets in this database belong to the vault at ${stored}, not ${vaultOrigin}: browsers keep keys by origin, and they cannot move`,
    )
  }
}

function listen(app: ReturnType<typeof createAuthorityApp>, port: number, hostname: string): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) => app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '' }),
        port,
        hostname,
      },
      () => resolve(server),
    )
    server.once('error', reject)
  })
}

function stopListening(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
