import { join, relative, sep } from 'node:path'
import {
  type ChainSettings,
  type DeviceLinkPolicy,
  mainnetEns,
  requireSameVault,
  type SmartAccountSettings,
  type SocialSettings,
  startIndexer,
} from '@latchkey/api'
import type { Authority } from '@latchkey/api-client'
import { openCache } from '@latchkey/service-kit/cache/openCache'
import { systemClock } from '@latchkey/service-kit/clock'
import { type DatabaseLocation, openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { listenOn } from '@latchkey/service-kit/http/listen'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { openLocalKeyRing } from '@latchkey/service-kit/kms/localKeyRing'
import { jsonLog, type Log } from '@latchkey/service-kit/log'
import { createMailer } from '@latchkey/service-kit/mail/createMailer'
import type { EmailLimits } from '@latchkey/service-kit/mail/mailAllowance'
import { openTogether } from '@latchkey/service-kit/process/openTogether'
import { openProjects } from '@latchkey/service-kit/projects/projects'
import { createMemoryAllowances } from '@latchkey/service-kit/rateLimits/memoryAllowances'
import type { Rates } from '@latchkey/service-kit/rateLimits/rates'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import { type Addresses, createApps } from './createApps.ts'

export type BackendSettings = Addresses &
  ChainSettings &
  SmartAccountSettings & {
    /** Addresses to listen on. Default: the loopback addresses of this machine. */
    hosts?: readonly string[]
    apiPort: number
    custodyPort: number
    database: DatabaseLocation
    /** Where the two key rings are; never inside the database's folder. */
    keyRingFolder: string
    /** JSON list of `{ id, name, origins }`. */
    projectsFile: string
    smtpUrl: string
    mailFrom: string
    /** Caps on code mails; null turns them off, for one machine. */
    emailLimits: EmailLimits | null
    /** Providers that people can sign in at. Default: none. */
    social?: SocialSettings
    /** Default: no login by Farcaster. */
    farcaster?: FarcasterSettings | null
    /** Whether an unknown device needs a mailed link beside the code. Default: never. */
    deviceLink?: DeviceLinkPolicy
    /** Limits on the pace of calls. Default: none, for one machine. */
    rates?: Rates | null
    /** Whether `X-Forwarded-For` comes from a proxy of ours. */
    trustProxy: boolean
    log?: Log
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
  const { log = jsonLog, hosts, directory = {}, esplora = {}, tokenList = [] } = settings
  requireApart(settings)
  return openTogether(async (keep) => {
    const projects = openProjects(settings.projectsFile, (cause) =>
      log({ level: 'error', event: 'projects file ignored', cause }),
    )
    const keyRing = (authority: Authority): Kms => openLocalKeyRing(join(settings.keyRingFolder, `${authority}.json`))
    const kms = { api: keyRing('api'), custody: keyRing('custody') }
    const database = keep(await openDatabase(settings.database))
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
      emailLimits,
      trustProxy,
      deviceLink = 'never',
      rates = null,
    } = settings
    const { social = {}, farcaster = null } = settings
    const shared = {
      database,
      kms,
      projects,
      mailer,
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
      emailLimits,
      trustProxy,
      deviceLink,
      rates,
      allowances: createMemoryAllowances(),
      log,
    }
    const { fetch } = globalThis
    const apps = await createApps({ ...shared, addresses: settings, fetch, clock: systemClock })
    keep(startIndexer({ database, index, nodes, fetch, log, mostAccounts: settings.indexAccounts }))
    keep(await listenOn(apps.api, settings.apiPort, hosts))
    keep(await listenOn(apps.custody, settings.custodyPort, hosts))
  })
}

/** Whoever copies the data must not have copied the keys with them. */
function requireApart({ database, keyRingFolder }: BackendSettings): void {
  if (!('folder' in database)) return
  const [first] = relative(database.folder, keyRingFolder).split(sep)
  if (first !== '..') throw new Error(`The key rings must not lie inside the database's folder ${database.folder}`)
}
