import { join, relative, sep } from 'node:path'
import {
  apiRetention,
  type BuySettings,
  type ChainSettings,
  type DeviceLinkPolicy,
  listenForFrames,
  mainnetEns,
  type ProjectListSettings,
  requireSameVault,
  type SmartAccountSettings,
  type SocialSettings,
  type SwapSettings,
  startIndexer,
  type TelemetrySettings,
} from '@latchkey/api'
import type { Authority } from '@latchkey/api-client'
import { custodyRetention } from '@latchkey/custody'
import { openCache } from '@latchkey/service-kit/cache/openCache'
import { systemClock } from '@latchkey/service-kit/clock'
import { type DatabaseLocation, openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { noProxies, type Proxies } from '@latchkey/service-kit/http/ipAddress'
import { createDrain, listenOn } from '@latchkey/service-kit/http/listen'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { openLocalKeyRing } from '@latchkey/service-kit/kms/localKeyRing'
import { observedKms } from '@latchkey/service-kit/kms/observedKms'
import { type LimitSettings, openLimits } from '@latchkey/service-kit/limits/limits'
import { createMailer } from '@latchkey/service-kit/mail/createMailer'
import { type ObserveSettings, observe } from '@latchkey/service-kit/metrics/observe'
import { openAll } from '@latchkey/service-kit/process/openAll'
import { openProjects } from '@latchkey/service-kit/projects/projects'
import { createMemoryRateLimits } from '@latchkey/service-kit/rateLimits/memoryRateLimits'
import { defaultRetention, type Retention, startRetention } from '@latchkey/service-kit/retention/startRetention'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import { type Addresses, createApps } from './createApps.ts'

export type BackendSettings = Addresses &
  ChainSettings &
  SmartAccountSettings &
  ProjectListSettings &
  BuySettings &
  SwapSettings &
  ObserveSettings & {
    /** Addresses to listen on. Default: the loopback addresses of this machine. */
    hosts?: readonly string[]
    apiPort: number
    custodyPort: number
    database: DatabaseLocation
    /** The folder of the two key rings; never inside the database's folder. */
    keyRingFolder: string
    /** JSON list of `{ id, name, origins }`. */
    projectsFile: string
    smtpUrl: string
    mailFrom: string
    limits: LimitSettings
    /** The configured login providers. Default: none. */
    social?: SocialSettings
    /** Default: no sign-in with Farcaster. */
    farcaster?: FarcasterSettings | null
    /** The sink for pages' events. Default: events are rejected. */
    telemetry?: TelemetrySettings | null
    /** Whether an unknown device needs a mailed link beside the code. Default: never. */
    deviceLink?: DeviceLinkPolicy
    /** Proxies that are trusted to report the client's address. Default: none. */
    proxies?: Proxies
    /** The most concurrent calls at each authority. */
    callsAtOnce?: number
    /** How long both keep serving after a stop signal. Default 0. */
    drainSeconds?: number
    /** How long expired rows are kept. */
    retention?: Retention
  }

export type Backend = { close(): Promise<void> }

/**
 * Api and custody in one process, each on its own port, with its own database role and key ring ("combined"). Resolves
 * when both answer.
 *
 * Throws when a port is taken, the database does not open, a key ring is readable by others or lies with the data, the
 * projects file is damaged, or wallets were made for another vault origin: keys cannot move to another origin.
 */
export async function startBackend(settings: BackendSettings): Promise<Backend> {
  const { hosts, networks = [], directory = {}, esplora = {}, tokenList = [] } = settings
  const { log, metrics, announce } = observe(settings)
  requireApart(settings)
  return openAll(async (keep) => {
    const projects = openProjects(settings.projectsFile, (cause) =>
      log({ level: 'error', event: 'projects file ignored', cause }),
    )
    const limits = openLimits(settings.limits, (cause) => log({ level: 'error', event: 'limits file ignored', cause }))
    const keyRing = (authority: Authority): Kms =>
      observedKms(openLocalKeyRing(join(settings.keyRingFolder, `${authority}.json`)), authority, log)
    const kms = { api: keyRing('api'), custody: keyRing('custody') }
    const database = keep(await openDatabase(settings.database, log))
    await requireSameVault(database, settings.vaultOrigin)
    const cache = keep(await openCache({ url: settings.cacheUrl, log }))
    const mailer = keep(createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, log }))
    const {
      nodes,
      prices,
      index = {},
      ens = mainnetEns,
      smartAccounts = {},
      paymasterKey = null,
      proxies = noProxies,
      deviceLink = 'never',
    } = settings
    const { social = {}, farcaster = null, telemetry = null } = settings
    const shared = {
      database,
      kms,
      projects,
      mailer,
      networks,
      nodes,
      prices,
      index,
      ens,
      smartAccounts,
      paymasterKey,
      directory,
      esplora,
      tokenList,
      cache,
      social,
      farcaster,
      telemetry,
      onramp: settings.onramp ?? [],
      offramp: settings.offramp ?? [],
      ...(settings.kyberSwap && { kyberSwap: settings.kyberSwap }),
      ...(settings.jupiter && { jupiter: settings.jupiter }),
      ...(settings.lifi && { lifi: settings.lifi }),
      payExchanges: settings.payExchanges ?? [],
      limits,
      proxies,
      ...(settings.callsAtOnce === undefined ? {} : { callsAtOnce: settings.callsAtOnce }),
      deviceLink,
      rateLimits: createMemoryRateLimits(),
      log,
      metrics,
    }
    const { fetch } = globalThis
    const apps = await createApps({ ...shared, addresses: settings, fetch, clock: systemClock })
    keep(startIndexer({ database, index, nodes, fetch, log, maxAccounts: settings.indexAccounts }))
    const retention = settings.retention ?? defaultRetention
    for (const [authority, rules] of [
      ['api', apiRetention(retention)],
      ['custody', custodyRetention(retention)],
    ] as const)
      keep(startRetention({ authority, database, rules, clock: systemClock, log }))
    const drain = createDrain(settings.drainSeconds ?? 0)
    const api = keep(await listenOn(apps.api, settings.apiPort, { hosts, proxies, drain }))
    keep(await listenForFrames({ ...settings, projects }))
    const custody = keep(await listenOn(apps.custody, settings.custodyPort, { hosts, proxies, drain }))
    keep(
      await announce({
        mode: 'combined',
        listens: [...api.places, ...custody.places],
        database: 'url' in settings.database ? 'postgres' : 'embedded',
        redis: false,
        cache: settings.cacheUrl !== undefined,
      }),
    )
  })
}

/** A copy of the data must not include the keys. */
function requireApart({ database, keyRingFolder }: BackendSettings): void {
  if (!('folder' in database)) return
  const [first] = relative(database.folder, keyRingFolder).split(sep)
  if (first !== '..') throw new Error(`The key rings must not lie inside the database's folder ${database.folder}`)
}
