import type { AuthoritySettings } from '@latchkey/service-kit/authority/authoritySettings'
import { openCache } from '@latchkey/service-kit/cache/openCache'
import { systemClock } from '@latchkey/service-kit/clock'
import { openSplitDatabase } from '@latchkey/service-kit/db/openSplitDatabase'
import { createDrain, listenOn } from '@latchkey/service-kit/http/listen'
import { fetchAuthorityKey } from '@latchkey/service-kit/keys/fetchAuthorityKey'
import { observedKms } from '@latchkey/service-kit/kms/observedKms'
import { openKms } from '@latchkey/service-kit/kms/openKms'
import { openLimits } from '@latchkey/service-kit/limits/limits'
import { createMailer } from '@latchkey/service-kit/mail/createMailer'
import { observe } from '@latchkey/service-kit/metrics/observe'
import { type Closable, openAll } from '@latchkey/service-kit/process/openAll'
import { openProjects } from '@latchkey/service-kit/projects/projects'
import { openRateLimits } from '@latchkey/service-kit/rateLimits/openRateLimits'
import { defaultRetention, startRetention } from '@latchkey/service-kit/retention/startRetention'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import type { MailSettings } from '@latchkey/service-kit/settings/fields'
import { apiRetention } from './apiRetention.ts'
import type { BuySettings } from './buy/buySettings.ts'
import type { SwapSettings } from './convert/swapSettings.ts'
import { createApiApp } from './createApiApp.ts'
import { startIndexer } from './indexer/startIndexer.ts'
import { mainnetEns } from './nameZone/ensSettings.ts'
import { listenForFrames } from './projectList/listenForFrames.ts'
import type { ProjectListSettings } from './projectList/projectListFields.ts'
import type { ChainSettings } from './settings/chainFields.ts'
import type { SmartAccountSettings } from './settings/smartAccountFields.ts'
import type { SocialSettings } from './social/socialSettings.ts'
import type { TelemetrySettings } from './telemetry/telemetrySettings.ts'
import { requireSameVault } from './wallet/requireSameVault.ts'

export type ApiSettings = AuthoritySettings &
  ChainSettings &
  SmartAccountSettings &
  ProjectListSettings &
  BuySettings &
  SwapSettings &
  MailSettings & {
    vaultOrigin: string
    /** The configured login providers. */
    social: SocialSettings
    /** Null: no sign-in with Farcaster. */
    farcaster: FarcasterSettings | null
    /** The sink for pages' events. Null: events are rejected. */
    telemetry: TelemetrySettings | null
    /** The address at which this process reaches custody: scheme, host, port. It only reads custody's public keys there. */
    custodyKeysUrl: string
  }

/**
 * Runs the api in a separate process. Resolves when it serves requests; custody may start later.
 *
 * Throws when the port is taken, the database is not up to date or its login may act for custody, Redis is unusable, the key ring is
 * readable by others, the projects file is damaged, or wallets were made for another vault origin.
 */
export async function startApi(settings: ApiSettings): Promise<Closable> {
  const {
    hosts,
    port,
    networks = [],
    directory = {},
    esplora = {},
    tokenList = [],
    index = {},
    ens = mainnetEns,
    smartAccounts = {},
    paymasterKey = null,
  } = settings
  const { log, metrics, announce } = observe(settings)
  return openAll(async (keep) => {
    const projects = openProjects(settings.projectsFile, (cause) =>
      log({ level: 'error', event: 'projects file ignored', cause }),
    )
    const limits = openLimits(settings.limits, (cause) => log({ level: 'error', event: 'limits file ignored', cause }))
    const kms = observedKms(openKms(settings.kms), 'api', log)
    const database = keep(
      await openSplitDatabase(settings.databaseUrl, 'api', { poolSize: settings.databasePool, log }),
    )
    const rateLimits = keep(await openRateLimits({ url: settings.redisUrl, authority: 'api', log }))
    const cache = keep(await openCache({ url: settings.cacheUrl, log }))
    const mailer = keep(createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, log }))
    await requireSameVault(database, settings.vaultOrigin)
    const { fetch } = globalThis
    const custodyKey = fetchAuthorityKey({ authority: 'custody', url: settings.custodyKeysUrl, fetch })
    const deps = {
      ...settings,
      limits,
      networks,
      directory,
      esplora,
      tokenList,
      index,
      ens,
      smartAccounts,
      paymasterKey,
      projects,
      kms,
      database,
      mailer,
      rateLimits,
      cache,
      // One authority must not be enough to let a new device in.
      deviceLink: 'always',
      custodyKey,
      fetch,
      clock: systemClock,
      log,
      metrics,
    } as const
    const { app } = await createApiApp({ ...deps, mode: 'split' })
    keep(startIndexer({ database, index, nodes: settings.nodes, fetch, log, maxAccounts: settings.indexAccounts }))
    const rules = apiRetention(settings.retention ?? defaultRetention)
    keep(startRetention({ authority: 'api', database, rules, clock: systemClock, log }))
    const drain = createDrain(settings.drainSeconds ?? 0)
    const { places } = keep(await listenOn(app, port, { hosts, proxies: settings.proxies, drain }))
    keep(await listenForFrames({ ...settings, projects }))
    keep(
      await announce({
        authority: 'api',
        mode: 'split',
        listens: places,
        database: 'postgres',
        redis: settings.redisUrl !== undefined,
        cache: settings.cacheUrl !== undefined,
      }),
    )
  })
}
