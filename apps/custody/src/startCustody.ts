import type { AuthoritySettings } from '@latchkey/service-kit/authority/authoritySettings'
import { systemClock } from '@latchkey/service-kit/clock'
import { openSplitDatabase } from '@latchkey/service-kit/db/openSplitDatabase'
import { createDrain, listenOn } from '@latchkey/service-kit/http/listen'
import { fetchAuthorityKey } from '@latchkey/service-kit/keys/fetchAuthorityKey'
import { observedKms } from '@latchkey/service-kit/kms/observedKms'
import { openKms } from '@latchkey/service-kit/kms/openKms'
import { openLimits } from '@latchkey/service-kit/limits/limits'
import type { IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import { createMailer } from '@latchkey/service-kit/mail/createMailer'
import { observe } from '@latchkey/service-kit/metrics/observe'
import { type Closable, openAll } from '@latchkey/service-kit/process/openAll'
import { openProjects } from '@latchkey/service-kit/projects/projects'
import { openRateLimits } from '@latchkey/service-kit/rateLimits/openRateLimits'
import { defaultRetention, startRetention } from '@latchkey/service-kit/retention/startRetention'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import type { MailSettings } from '@latchkey/service-kit/settings/fields'
import { createCustodyApp } from './createCustodyApp.ts'
import { custodyRetention } from './custodyRetention.ts'

export type CustodySettings = AuthoritySettings &
  MailSettings & {
    /** The configured login providers. */
    identityProviders: IdentityProviders
    /** Null: no sign-in with Farcaster. */
    farcaster: FarcasterSettings | null
    /** The address at which this process reaches the api: scheme, host, port. It only reads the api's public keys there. */
    apiKeysUrl: string
  }

/**
 * Runs custody in a separate process. Resolves when it serves requests; the api may start later.
 *
 * Throws when the port is taken, the database is not up to date or its login may act for the api, Redis is unusable, the key ring is
 * readable by others, or the projects file is damaged.
 */
export async function startCustody(settings: CustodySettings): Promise<Closable> {
  const { hosts, port } = settings
  const { log, metrics, announce } = observe(settings)
  return openAll(async (keep) => {
    const projects = openProjects(settings.projectsFile, (cause) =>
      log({ level: 'error', event: 'projects file ignored', cause }),
    )
    const limits = openLimits(settings.limits, (cause) => log({ level: 'error', event: 'limits file ignored', cause }))
    const kms = observedKms(openKms(settings.kms), 'custody', log)
    const database = keep(
      await openSplitDatabase(settings.databaseUrl, 'custody', { poolSize: settings.databasePool, log }),
    )
    const rateLimits = keep(await openRateLimits({ url: settings.redisUrl, authority: 'custody', log }))
    const mailer = keep(createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, log }))
    const { fetch } = globalThis
    const deps = {
      ...settings,
      limits,
      projects,
      kms,
      database,
      mailer,
      rateLimits,
      fetch,
      apiKey: fetchAuthorityKey({ authority: 'api', url: settings.apiKeysUrl, fetch }),
      mode: 'split',
      clock: systemClock,
      log,
      metrics,
    } as const
    const { app } = await createCustodyApp(deps)
    const rules = custodyRetention(settings.retention ?? defaultRetention)
    keep(startRetention({ authority: 'custody', database, rules, clock: systemClock, log }))
    const drain = createDrain(settings.drainSeconds ?? 0)
    const { places } = keep(await listenOn(app, port, { hosts, proxies: settings.proxies, drain }))
    keep(
      await announce({
        authority: 'custody',
        mode: 'split',
        listens: places,
        database: 'postgres',
        redis: settings.redisUrl !== undefined,
        cache: false,
      }),
    )
  })
}
