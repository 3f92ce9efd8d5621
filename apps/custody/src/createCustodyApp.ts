import { type AuthorityDeps, openAuthority } from '@latchkey/service-kit/authority/openAuthority'
import { sinceEpoch, type VerifyingKeys } from '@latchkey/service-kit/keys/tokens'
import type { IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { mailPart } from '@latchkey/service-kit/mail/mailPart'
import { withWalletPages } from '@latchkey/service-kit/projects/withWalletPages'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import { createCustodyHandlers } from './createCustodyHandlers.ts'

export type CustodyAppDeps = AuthorityDeps & {
  mailer: Mailer
  /** The configured login providers. */
  identityProviders: IdentityProviders
  /** Null: no sign-in with Farcaster. */
  farcaster: FarcasterSettings | null
  /** Fetches providers' keys, and calls the chain. */
  fetch: typeof globalThis.fetch
  /** Verifies the api's statements. Throws SERVICE_UNREACHABLE while the api's key is unavailable. */
  apiKey: () => Promise<VerifyingKeys>
}

/** Creates custody as a function of a request, and the keys that verify its signatures. */
export async function createCustodyApp(options: CustodyAppDeps) {
  const deps = { ...options, projects: withWalletPages(options.projects, options.walletOrigin) }
  const { keyring, epoch, limiter, health, serve } = await openAuthority('custody', deps)
  deps.metrics?.watch('latchkey_waiting_mails', () => [[{}, deps.mailer.count?.() ?? 0]])
  const apiKey = async () => sinceEpoch(await deps.apiKey(), epoch)
  const app = serve(createCustodyHandlers({ ...deps, apiKey, keyring, limiter, health }), () => [mailPart(deps.mailer)])
  return { app, tokenKeys: { ...keyring.tokenKeys, since: null } }
}
