import { openAllowances } from '../allowances/openAllowances.ts'
import { systemClock } from '../clock.ts'
import { openSplitDatabase } from '../db/openSplitDatabase.ts'
import { listenOn } from '../http/listen.ts'
import { fetchAuthorityKey } from '../keys/fetchAuthorityKey.ts'
import { openKms } from '../kms/openKms.ts'
import { jsonLog } from '../log.ts'
import { createMailer } from '../mail/createMailer.ts'
import { openTogether } from '../openTogether.ts'
import { openProjects } from '../projects/projects.ts'
import type { AuthoritySettings } from '../settings/authoritySettings.ts'
import type { FarcasterSettings } from '../settings/farcasterFields.ts'
import type { MailSettings } from '../settings/fields.ts'
import type { IdentityProviders } from '../social/identity.ts'
import type { Backend } from '../startBackend.ts'
import { createCustodyApp } from './createCustodyApp.ts'

export type CustodySettings = AuthoritySettings &
  MailSettings & {
    /** Providers that people can sign in at. */
    identityProviders: IdentityProviders
    /** Null: no login by Farcaster. */
    farcaster: FarcasterSettings | null
    /** Where this process reaches the api: scheme, host, port. Its public keys are read there, and nothing else. */
    apiKeysUrl: string
  }

/**
 * Custody in a process of its own. Resolves when it answers; the api may come later.
 *
 * Throws when the port is taken, the database is not up to date or its login may act for the api, Redis cannot be used, the
 * key ring is readable by others, or the projects file is damaged.
 */
export async function startCustody(settings: CustodySettings): Promise<Backend> {
  const { log = jsonLog, hosts, port } = settings
  return openTogether(async (keep) => {
    const projects = openProjects(settings.projectsFile, (cause) =>
      log({ level: 'error', event: 'projects file ignored', cause }),
    )
    const kms = openKms(settings.kms)
    const database = keep(await openSplitDatabase(settings.databaseUrl, 'custody'))
    const allowances = keep(await openAllowances({ url: settings.redisUrl, authority: 'custody', log }))
    const mailer = keep(createMailer({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, log }))
    const { fetch } = globalThis
    const deps = {
      ...settings,
      projects,
      kms,
      database,
      mailer,
      allowances,
      fetch,
      apiKey: fetchAuthorityKey({ authority: 'api', url: settings.apiKeysUrl, fetch }),
      mode: 'split',
      clock: systemClock,
      log,
    } as const
    const { app } = await createCustodyApp(deps)
    keep(await listenOn(app, port, hosts))
  })
}
